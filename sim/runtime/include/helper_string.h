// SPDX-License-Identifier: Apache-2.0
// Command-line arguments as NVIDIA's CUDA samples read them: -name or --name, with =value.
#ifndef LOCKSTEP_CUDA_HELPER_STRING_H
#define LOCKSTEP_CUDA_HELPER_STRING_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// The text after the name ("" or "=value"), or null when no argument has that name.
inline const char *__lockstepOptionText(int argc, const char **argv, const char *name)
{
    std::size_t length = std::strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *at = argv[i];
        while (*at == '-') {
            at++;
        }
        if (at != argv[i] && std::strncmp(at, name, length) == 0 &&
            (at[length] == '\0' || at[length] == '=')) {
            return at + length;
        }
    }
    return nullptr;
}

inline bool checkCmdLineFlag(int argc, const char **argv, const char *name)
{
    return __lockstepOptionText(argc, argv, name) != nullptr;
}

inline int getCmdLineArgumentInt(int argc, const char **argv, const char *name)
{
    const char *value = __lockstepOptionText(argc, argv, name);
    return value != nullptr && *value == '=' ? std::atoi(value + 1) : 0;
}

inline float getCmdLineArgumentFloat(int argc, const char **argv, const char *name)
{
    const char *value = __lockstepOptionText(argc, argv, name);
    return value != nullptr && *value == '=' ? (float)std::atof(value + 1) : 0.0f;
}

template <class __T>
inline bool getCmdLineArgumentValue(int argc, const char **argv, const char *name, __T *result)
{
    const char *value = __lockstepOptionText(argc, argv, name);
    if (value != nullptr && *value == '=') {
        *result = (__T)std::atof(value + 1);
    }
    return value != nullptr;
}

inline bool getCmdLineArgumentString(int argc, const char **argv, const char *name, char **result)
{
    const char *value = __lockstepOptionText(argc, argv, name);
    *result = value != nullptr && *value == '=' ? const_cast<char *>(value + 1) : nullptr;
    return *result != nullptr;
}

// The file where it is named, or in the folder data; null when it is in neither. The caller frees
// it.
inline char *sdkFindFilePath(const char *file, const char *)
{
    const std::string places[] = {file, std::string("data/") + file,
                                  std::string("../data/") + file};
    for (const std::string &place : places) {
        if (std::FILE *found = std::fopen(place.c_str(), "rb")) {
            std::fclose(found);
            char *path = static_cast<char *>(std::malloc(place.size() + 1));
            std::strcpy(path, place.c_str());
            return path;
        }
    }
    return nullptr;
}

#endif
