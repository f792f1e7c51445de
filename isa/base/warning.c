// SPDX-License-Identifier: Apache-2.0
#include "isa/base/warning.h"

const WarningInfo warning_info[WARNING_COUNT] = {
#define WARNING(id, name, doc) [WARNING_##id] = {name, doc},
#include "isa/base/warning.def"
#undef WARNING
};
