// SPDX-License-Identifier: Apache-2.0
// The stopwatch of NVIDIA's CUDA samples: time of the host's clock, in milliseconds.
#ifndef LOCKSTEP_CUDA_HELPER_TIMER_H
#define LOCKSTEP_CUDA_HELPER_TIMER_H

#include <chrono>

class StopWatchInterface
{
  public:
    void start()
    {
        begin = std::chrono::steady_clock::now();
        running = true;
    }

    void stop()
    {
        total += since();
        sessions++;
        running = false;
    }

    void reset()
    {
        total = 0;
        sessions = 0;
        begin = std::chrono::steady_clock::now();
    }

    float getTime()
    {
        return total + (running ? since() : 0.0f);
    }
    float getAverageTime()
    {
        return sessions > 0 ? total / (float)sessions : 0.0f;
    }

  private:
    float since() const
    {
        return std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begin)
            .count();
    }

    std::chrono::steady_clock::time_point begin;
    float total = 0;
    int sessions = 0;
    bool running = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface();
    return true;
}

inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = nullptr;
    return true;
}

inline bool sdkStartTimer(StopWatchInterface **timer)
{
    (*timer)->start();
    return true;
}

inline bool sdkStopTimer(StopWatchInterface **timer)
{
    (*timer)->stop();
    return true;
}

inline bool sdkResetTimer(StopWatchInterface **timer)
{
    (*timer)->reset();
    return true;
}

inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    return (*timer)->getTime();
}

inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    return (*timer)->getAverageTime();
}

#endif
