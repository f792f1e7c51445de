// SPDX-License-Identifier: Apache-2.0
// The copies by tensor map of a line, as text and as JSON.
#ifndef LOCKSTEP_EXPLAIN_SHOW_TILE_H
#define LOCKSTEP_EXPLAIN_SHOW_TILE_H

#include "sim/explain/explain.h"
#include "sim/report/json_writer.h"

// Each copy of the line with its first recorded execution. is_alone: nothing else is shown. False:
// there are none.
bool show_tiles(const ReportLaunch *launch, const ExplainWish *wish, bool is_alone,
                const char *source, Text *out);
// The same as "tiles"; false: there are none, and nothing is written.
bool tiles_put_json(const ReportLaunch *launch, const ExplainWish *wish, Json *json);

#endif
