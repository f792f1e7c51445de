// SPDX-License-Identifier: Apache-2.0
// NVTX's interface for C++: ranges and marks as objects, which do nothing here. Names and
// conversions are those of NVTX's documentation, so the same programs compile.
#ifndef LOCKSTEP_CUDA_NVTX_HPP
#define LOCKSTEP_CUDA_NVTX_HPP

#include "nvtx3/nvToolsExt.h"

#include <cstddef>
#include <string>
#include <type_traits>

namespace nvtx3
{
inline namespace v1
{

class domain
{
  public:
    struct global {
    };

    domain(const domain &) = delete;
    domain &operator=(const domain &) = delete;

    template <class D = global> static const domain &get() noexcept
    {
        static const domain only;
        return only;
    }

    operator nvtxDomainHandle_t() const noexcept
    {
        return nullptr;
    }

  private:
    domain() = default;
};

struct rgb {
    using component_type = uint8_t;

    constexpr rgb(component_type r, component_type g, component_type b) noexcept
        : red(r), green(g), blue(b)
    {
    }

    component_type red, green, blue;
};

struct argb final : rgb {
    constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
        : rgb(r, g, b), alpha(a)
    {
    }

    component_type alpha;
};

class color
{
  public:
    using value_type = uint32_t;

    constexpr explicit color(value_type code) noexcept : value_(code)
    {
    }
    constexpr color(argb c) noexcept : value_(bytes(c.alpha, c))
    {
    }
    constexpr color(rgb c) noexcept : value_(bytes(0xff, c))
    {
    }
    constexpr value_type get_value() const noexcept
    {
        return value_;
    }
    constexpr nvtxColorType_t get_type() const noexcept
    {
        return NVTX_COLOR_ARGB;
    }

  private:
    static constexpr value_type bytes(uint8_t alpha, rgb c) noexcept
    {
        return value_type(alpha) << 24 | value_type(c.red) << 16 | value_type(c.green) << 8 |
               value_type(c.blue);
    }

    value_type value_;
};

class category
{
  public:
    using id_type = uint32_t;

    constexpr explicit category(id_type id) noexcept : id_(id)
    {
    }
    constexpr id_type get_id() const noexcept
    {
        return id_;
    }

  private:
    id_type id_;
};

template <class D = domain::global> class named_category_in final : public category
{
  public:
    named_category_in(id_type id, const char *) noexcept : category(id)
    {
    }
    named_category_in(id_type id, const wchar_t *) noexcept : category(id)
    {
    }

    template <class C> static const named_category_in &get() noexcept
    {
        static const named_category_in only(C::id, C::name);
        return only;
    }
};

using named_category = named_category_in<>;

template <class D = domain::global> class registered_string_in
{
  public:
    explicit registered_string_in(const char *) noexcept
    {
    }
    explicit registered_string_in(const wchar_t *) noexcept
    {
    }
    explicit registered_string_in(const std::string &) noexcept
    {
    }
    explicit registered_string_in(const std::wstring &) noexcept
    {
    }

    template <class M> static const registered_string_in &get() noexcept
    {
        static const registered_string_in only(M::message);
        return only;
    }

    nvtxStringHandle_t get_handle() const noexcept
    {
        return nullptr;
    }
};

using registered_string = registered_string_in<>;

class message
{
  public:
    using value_type = nvtxMessageValue_t;

    message(const char *text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII)
    {
        value_.ascii = text;
    }
    message(const wchar_t *text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE)
    {
        value_.unicode = text;
    }
    message(const std::string &text) noexcept : message(text.c_str())
    {
    }
    message(const std::wstring &text) noexcept : message(text.c_str())
    {
    }
    message(std::string &&) = delete;
    message(std::wstring &&) = delete;
    message(nvtxStringHandle_t handle) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED)
    {
        value_.registered = handle;
    }
    template <class D>
    message(const registered_string_in<D> &string) noexcept : message(string.get_handle())
    {
    }
    message(nvtxMessageType_t type, const nvtxMessageValue_t &value) noexcept
        : type_(type), value_(value)
    {
    }

    value_type get_value() const noexcept
    {
        return value_;
    }
    nvtxMessageType_t get_type() const noexcept
    {
        return type_;
    }

  private:
    nvtxMessageType_t type_;
    value_type value_ = {};
};

class payload
{
  public:
    using value_type = nvtxEventAttributes_v2::payload_t;

    explicit payload(int64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64)
    {
        value_.llValue = value;
    }
    explicit payload(int32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32)
    {
        value_.iValue = value;
    }
    explicit payload(uint64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64)
    {
        value_.ullValue = value;
    }
    explicit payload(uint32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32)
    {
        value_.uiValue = value;
    }
    explicit payload(float value) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT)
    {
        value_.fValue = value;
    }
    explicit payload(double value) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE)
    {
        value_.dValue = value;
    }
    payload(nvtxPayloadType_t type, const value_type &value) noexcept : type_(type), value_(value)
    {
    }

    value_type get_value() const noexcept
    {
        return value_;
    }
    nvtxPayloadType_t get_type() const noexcept
    {
        return type_;
    }

  private:
    nvtxPayloadType_t type_;
    value_type value_ = {};
};

// Made of any number of the above, of which the first of a kind counts.
class event_attributes
{
  public:
    using value_type = nvtxEventAttributes_t;

    event_attributes() noexcept
    {
        attributes_.version = NVTX_VERSION;
        attributes_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    }
    template <class... Args>
    explicit event_attributes(const category &c, const Args &...args) noexcept
        : event_attributes(args...)
    {
        attributes_.category = c.get_id();
    }
    template <class... Args>
    explicit event_attributes(const color &c, const Args &...args) noexcept
        : event_attributes(args...)
    {
        attributes_.color = c.get_value();
        attributes_.colorType = c.get_type();
    }
    template <class... Args>
    explicit event_attributes(const payload &p, const Args &...args) noexcept
        : event_attributes(args...)
    {
        attributes_.payload = p.get_value();
        attributes_.payloadType = p.get_type();
    }
    template <class... Args>
    explicit event_attributes(const message &m, const Args &...args) noexcept
        : event_attributes(args...)
    {
        attributes_.message = m.get_value();
        attributes_.messageType = m.get_type();
    }

    const value_type *get() const noexcept
    {
        return &attributes_;
    }

  private:
    value_type attributes_ = {};
};

template <class D = domain::global> class scoped_range_in
{
  public:
    scoped_range_in() noexcept
    {
    }
    explicit scoped_range_in(const event_attributes &) noexcept
    {
    }
    template <class... Args>
    explicit scoped_range_in(const Args &...args) noexcept
        : scoped_range_in(event_attributes(args...))
    {
    }
    scoped_range_in(const scoped_range_in &) = delete;
    scoped_range_in &operator=(const scoped_range_in &) = delete;
    ~scoped_range_in() noexcept
    {
    }

    void *operator new(std::size_t) = delete;
};

using scoped_range = scoped_range_in<>;

struct range_handle {
    using value_type = nvtxRangeId_t;

    constexpr range_handle() noexcept = default;
    constexpr range_handle(std::nullptr_t) noexcept
    {
    }
    constexpr explicit range_handle(value_type id) noexcept : id_(id)
    {
    }
    constexpr explicit operator bool() const noexcept
    {
        return id_ != 0;
    }
    constexpr value_type get_value() const noexcept
    {
        return id_;
    }

  private:
    value_type id_ = 0;
};

constexpr bool operator==(range_handle a, range_handle b) noexcept
{
    return a.get_value() == b.get_value();
}

constexpr bool operator!=(range_handle a, range_handle b) noexcept
{
    return !(a == b);
}

template <class D = domain::global>
range_handle start_range_in(const event_attributes &attributes) noexcept
{
    return range_handle(nvtxRangeStartEx(attributes.get()));
}

template <class D = domain::global, class... Args>
range_handle start_range_in(const Args &...args) noexcept
{
    return start_range_in<D>(event_attributes(args...));
}

template <class... Args> range_handle start_range(const Args &...args) noexcept
{
    return start_range_in<domain::global>(event_attributes(args...));
}

template <class D = domain::global> void end_range_in(range_handle) noexcept
{
}
inline void end_range(range_handle) noexcept
{
}

template <class D = domain::global> class unique_range_in
{
  public:
    unique_range_in() noexcept
    {
    }
    explicit unique_range_in(const event_attributes &) noexcept
    {
    }
    template <class... Args>
    explicit unique_range_in(const Args &...args) noexcept
        : unique_range_in(event_attributes(args...))
    {
    }
    unique_range_in(unique_range_in &&) noexcept
    {
    }
    unique_range_in &operator=(unique_range_in &&) noexcept
    {
        return *this;
    }
    unique_range_in(const unique_range_in &) = delete;
    unique_range_in &operator=(const unique_range_in &) = delete;
    ~unique_range_in() noexcept
    {
    }
};

using unique_range = unique_range_in<>;

template <class D = domain::global> void mark_in(const event_attributes &) noexcept
{
}

template <class D = domain::global, class... Args> void mark_in(const Args &...args) noexcept
{
    mark_in<D>(event_attributes(args...));
}

template <class... Args> void mark(const Args &...args) noexcept
{
    mark_in<domain::global>(event_attributes(args...));
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE_IN(D)       const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__(__func__)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) (void)(C)
#define NVTX3_V1_FUNC_RANGE()           NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C)       NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE                NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF             NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN             NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN          NVTX3_V1_FUNC_RANGE_IF_IN

#endif
