// SPDX-License-Identifier: Apache-2.0
// The older name of cusparse.h.
#include <cusparse.h>
