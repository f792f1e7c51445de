// SPDX-License-Identifier: Apache-2.0
// Any bytes are parsed as PTX; what is accepted runs, with bounds, on one of the GPUs and is shown
// in one of the ways there are. Nothing may crash, and every exit code is one that is documented.
#include "tests/fuzz/launch.h"
#include "tests/fuzz/ptx_words.h"
#include "tests/fuzz/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse((const char *)data, size, "fuzz.ptx", &diagnostics);
    if (module != NULL) {
        launch_all(module, (const char *)data, size, launch_choice(data, size));
    }
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    return 0;
}

#ifndef LOCKSTEP_LIBFUZZER
int main(int argc, char **argv)
{
    return replay(argc, argv, 12);
}
#endif
