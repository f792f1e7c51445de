// SPDX-License-Identifier: Apache-2.0
// The objects of one type that a library has created and not yet destroyed. A call with any other
// pointer gets a status: what such a pointer points to is never read.
#pragma once
#include <mutex>
#include <unordered_set>

namespace lockstep
{
template <class T> struct Live {
    std::mutex lock;
    std::unordered_set<const T *> objects;
    static Live &all()
    {
        static Live *live = new Live(); // never deleted: a program's destructors may run later
        return *live;
    }
};

template <class T> bool is_live(const T *object)
{
    Live<T> &live = Live<T>::all();
    std::lock_guard<std::mutex> guard(live.lock);
    return live.objects.count(object) != 0;
}

// A new object; NULL stays NULL.
template <class T> T *born(T *object)
{
    if (object != nullptr) {
        Live<T> &live = Live<T>::all();
        std::lock_guard<std::mutex> guard(live.lock);
        live.objects.insert(object);
    }
    return object;
}

template <class T> void destroy(const T *object)
{
    Live<T> &live = Live<T>::all();
    {
        std::lock_guard<std::mutex> guard(live.lock);
        live.objects.erase(object);
    }
    delete object;
}
} // namespace lockstep
