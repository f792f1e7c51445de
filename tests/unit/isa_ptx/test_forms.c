// SPDX-License-Identifier: Apache-2.0
// Every row of the tables is exercised: from each row of form.def instructions are written with
// each alternative of each suffix and with and without each optional operand, and parsed. Where
// ptxas is installed, it must accept them too.
#include "isa/ptx/ptx.h"
#include "isa/ptx/verify.h"
#include "tests/test.h"

#include <stdlib.h>

// A module that rows are written for; a row goes into the first that has what it needs.
typedef struct Target {
    int version, sm;
    bool is_known_to_ptxas;
} Target;

static const Target targets[] = {
    {13, 13, false}, {40, 13, false}, {60, 60, false}, {90, 75, true},
    {90, 90, true},  {90, 100, true}, {90, 103, true}, {90, 120, true},
};

#define FIRST_32_BIT 2 // whose addresses have 32 bits, and sm_20's instructions
#define TARGET_COUNT (sizeof targets / sizeof targets[0])

static bool has_form(const Target *target, FormNeeds needs)
{
    return (needs.ptx < 0 ? target->version <= -needs.ptx : target->version >= needs.ptx) &&
           (needs.sm < 0 ? target->sm <= -needs.sm : target->sm >= needs.sm) &&
           (target->is_known_to_ptxas || needs.ptx < 0 || needs.sm < 0);
}

// Which alternative each group takes, and whether optional operands are written.
typedef struct Choice {
    int group[FORM_GROUP_MAX]; // -1: left out
    int type[FORM_TYPE_MAX];
    bool has_optional;
} Choice;

static Choice base_choice(const Form *form)
{
    Choice choice = {.has_optional = false};
    for (int i = 0; i < form->group_count; i++) {
        choice.group[i] = form->groups[i].is_optional ? -1 : 0;
    }
    return choice;
}

static PtxType chosen_type(const Form *form, const Choice *choice, int number)
{
    return number < form->type_count ? form->types[number].alternatives[choice->type[number]]
                                     : PTX_TYPE_NONE;
}

static bool has_suffix(const Form *form, const Choice *choice, PtxSuffix suffix)
{
    for (int i = 0; i < form->group_count; i++) {
        if (choice->group[i] >= 0 && form->groups[i].alternatives[choice->group[i]] == suffix) {
            return true;
        }
    }
    return false;
}

static PtxType rule_type(const OperandRule *rule, const Form *form, const Choice *choice)
{
    PtxInstruction model = {.type = chosen_type(form, choice, 0)};
    for (int i = 0; i < form->type_count; i++) {
        model.suffix[model.suffix_count++] = (uint16_t)chosen_type(form, choice, i);
    }
    return rule->type_from == RULE_TYPE_ADDRESS ? PTX_TYPE_U64 : verify_rule_type(rule, &model);
}

static void write_register(PtxType type, int number, Text *out)
{
    static const char *const by_width[] = {"%rs", "%rs", "%r", "%rd", "%q"};
    unsigned bits = ptx_type_bits(type);
    const char *base = type == PTX_TYPE_F32                             ? "%f"
                       : type == PTX_TYPE_F64                           ? "%fd"
                       : type == PTX_TYPE_PRED                          ? "%p"
                       : type == PTX_TYPE_E4M3 || type == PTX_TYPE_E5M2 ? "%c"
                                                                        : by_width[bits > 64   ? 4
                                                                                   : bits > 32 ? 3
                                                                                   : bits > 16 ? 2
                                                                                               : 0];
    text_printf(out, "%s%d", base, number);
}

static void write_vector(PtxType type, int first, int count, Text *out)
{
    for (int i = 0; i < count; i++) {
        text_put(out, i == 0 ? "{" : ", ");
        write_register(type, first + i, out);
    }
    text_put(out, "}");
}

static int geometry_size(const Form *form, const Choice *choice, bool *is_array)
{
    *is_array = has_suffix(form, choice, PTX_DOT_A1D) || has_suffix(form, choice, PTX_DOT_A2D) ||
                has_suffix(form, choice, PTX_DOT_ACUBE);
    if (has_suffix(form, choice, PTX_DOT_1D)) {
        return 1;
    }
    return has_suffix(form, choice, PTX_DOT_2D) || has_suffix(form, choice, PTX_DOT_A1D) ? 2 : 4;
}

static void write_texture(const Form *form, const Choice *choice, Text *out)
{
    bool is_array, is_texture = form->type_count == 2;
    int count = geometry_size(form, choice, &is_array);
    text_put(out, "[%rd1, {");
    for (int i = 0; i < count; i++) {
        text_put(out, i == 0 ? "" : ", ");
        bool is_index = !is_texture || (is_array && i == 0);
        write_register(is_index ? PTX_TYPE_B32 : chosen_type(form, choice, 1), i, out);
    }
    text_put(out, "}]");
}

// Offsets and gradients have a component for each dimension that is not an array's.
static void write_tuple(const Form *form, const Choice *choice, PtxType type, Text *out)
{
    bool is_array;
    int count = geometry_size(form, choice, &is_array);
    bool is_line = count == 1 || has_suffix(form, choice, PTX_DOT_A1D);
    bool is_plane = count == 2 || has_suffix(form, choice, PTX_DOT_A2D);
    write_vector(type, 0, is_line ? 1 : is_plane ? 2 : 4, out);
}

static void write_address(const Form *form, const Choice *choice, const OperandRule *rule,
                          Text *out)
{
    bool is_input =
        has_suffix(form, choice, PTX_DOT_PARAM__ENTRY) ||
        (has_suffix(form, choice, PTX_DOT_TENSORMAP) && has_suffix(form, choice, PTX_DOT_PARAM)) ||
        (has_suffix(form, choice, PTX_DOT_PARAM) && form->rules[0].is_destination);
    bool is_slot =
        has_suffix(form, choice, PTX_DOT_PARAM__FUNC) || has_suffix(form, choice, PTX_DOT_PARAM);
    bool is_shared = rule->space == PTX_SPACE_SHARED || rule->space == PTX_SPACE_CLUSTER;
    if (rule->is_tensor) {
        text_put(out, "[%r2+16]");
        return;
    }
    text_put(out, is_input ? "[input+16]" : is_slot ? "[slot]" : is_shared ? "[%rd2+8]" : "[%rd3]");
}

static const char *constant_for(const Form *form, const OperandRule *rule)
{
    const OperandRule *last = &form->rules[form->rule_count - 1];
    bool is_selector = rule < last && rule[1].kind == RULE_PREDICATE; // of a sparse matrix
    switch (form_row(form->row)->opcode) {
    case PTX_DISCARD:
    case PTX_APPLYPRIORITY: return "128";
    case PTX_PMEVENT: return "3";
    case PTX_TCGEN05: return "8";
    case PTX_TENSORMAP: return form->type_count == 0 ? "128" : "0";
    case PTX_FENCE: return "128";
    case PTX_ST: return "0";
    case PTX_MMA: return "0";
    case PTX_WGMMA: return is_selector ? "0" : "1";
    case PTX_SETMAXNREG: return "64";
    default: return "16";
    }
}

// An instruction with the suffixes of a choice, without types.
static PtxInstruction model_of(const Form *form, const Choice *choice)
{
    PtxInstruction model = {.opcode = form_row(form->row)->opcode};
    for (int i = 0; i < form->group_count; i++) {
        if (choice->group[i] >= 0) {
            model.suffix[model.suffix_count++] = form->groups[i].alternatives[choice->group[i]];
        }
    }
    return model;
}

static int element_count(const Form *form, const Choice *choice, const OperandRule *rule)
{
    if (rule->vector == RULE_VECTOR_BY_MATRIX) {
        int matrices = has_suffix(form, choice, PTX_DOT_X4)   ? 4
                       : has_suffix(form, choice, PTX_DOT_X2) ? 2
                                                              : 1;
        return has_suffix(form, choice, PTX_DOT_M16N16) ? 2 * matrices : matrices;
    }
    if (rule->vector == RULE_VECTOR_BY_TENSOR) {
        PtxInstruction model = model_of(form, choice);
        return (int)ptx_tensor_registers(&model);
    }
    if (rule->vector == RULE_VECTOR_BY_GROUP) {
        uint32_t columns = 0, depth = 0;
        PtxInstruction model = model_of(form, choice);
        EXPECT(ptx_group_shape(&model, &columns, &depth));
        return (int)columns / (chosen_type(form, choice, 0) == PTX_TYPE_F16 ? 4 : 2);
    }
    if (rule->vector == RULE_VECTOR_BY_IMAGE) {
        PtxInstruction model = model_of(form, choice);
        return (int)ptx_tensor_rank(&model) - 2;
    }
    if (rule->vector == RULE_VECTOR_BY_SUFFIX) {
        return has_suffix(form, choice, PTX_DOT_V8)   ? 8
               : has_suffix(form, choice, PTX_DOT_V4) ? 4
               : has_suffix(form, choice, PTX_DOT_V2) ? 2
                                                      : 0;
    }
    return rule->vector;
}

// .b1 or .h1 behind the destination of a scalar video instruction; where optional things are
// written, selectors behind all registers that may have one.
static void write_selector(const Form *form, const Choice *choice, const OperandRule *rule,
                           Text *out)
{
    const char *name = ptx_opcode_name(form_row(form->row)->opcode);
    char last = name[strlen(name) - 1];
    bool is_simd = last == '2' || last == '4';
    if (!rule->may_be_selected || (!choice->has_optional && (is_simd || !rule->is_destination))) {
        return;
    }
    text_put(out, !is_simd               ? (rule->is_destination ? ".h1" : ".b2")
                  : rule->is_destination ? (last == '2' ? ".h1" : ".b310")
                                         : (last == '2' ? ".h30" : ".b7014"));
}

static void write_value(const Form *form, const Choice *choice, const OperandRule *rule, int number,
                        Text *out)
{
    PtxType type = rule_type(rule, form, choice);
    int count = element_count(form, choice, rule);
    // A second result is none of the registers of the first one, 128 at most: ptxas stumbles there.
    bool is_second = number > 0 && rule->is_destination && form->rules[number - 1].vector > 0;
    number = is_second ? 129 : number;
    if (rule->may_be_negated && choice->has_optional && number == 2) {
        text_put(out, "-");
    }
    if (rule->is_constant) {
        text_put(out, constant_for(form, rule));
    } else if (count > 0) {
        write_vector(type, number, count, out);
    } else if (ptx_type_bits(type) == 8 && !rule->may_be_wider) {
        text_printf(out, "%%c%d", number);
    } else {
        write_register(type, number, out);
    }
    write_selector(form, choice, rule, out);
    if (rule->has_predicate && (choice->has_optional || form_row(form->row)->opcode == PTX_ELECT ||
                                form_row(form->row)->opcode == PTX_LOP3)) {
        text_put(out, "|%p1");
    }
}

// A tensor map and coordinates.
static void write_tile(const Form *form, const Choice *choice, Text *out)
{
    PtxInstruction model = model_of(form, choice);
    text_put(out, "[%rd1, ");
    write_vector(PTX_TYPE_S32, 1, (int)ptx_tensor_coordinates(&model), out);
    text_put(out, "]");
}

static void write_operand(const Form *form, const Choice *choice, const OperandRule *rule,
                          int number, Text *out)
{
    switch (rule->kind) {
    case RULE_VALUE: write_value(form, choice, rule, number, out); break;
    case RULE_PREDICATE: text_put(out, choice->has_optional ? "!%p2" : "%p2"); break;
    case RULE_SETP: text_put(out, choice->has_optional ? "%p3|%p4" : "%p3"); break;
    case RULE_ADDRESS: write_address(form, choice, rule, out); break;
    case RULE_TEXTURE: write_texture(form, choice, out); break;
    case RULE_TILE: write_tile(form, choice, out); break;
    case RULE_HANDLE: text_put(out, "[%rd1]"); break;
    case RULE_OFFSET: write_tuple(form, choice, PTX_TYPE_B32, out); break;
    case RULE_GRADIENT: write_tuple(form, choice, PTX_TYPE_F32, out); break;
    case RULE_PACK:
    case RULE_UNPACK:
        text_put(out, chosen_type(form, choice, 0) == PTX_TYPE_B16   ? "{%c1, %c2}"
                      : chosen_type(form, choice, 0) == PTX_TYPE_B32 ? "{%rs1, %rs2}"
                      : chosen_type(form, choice, 0) == PTX_TYPE_B64 ? "{%r1, %r2}"
                                                                     : "{%rd1, %rd2}");
        break;
    case RULE_LABEL: text_put(out, "done"); break;
    case RULE_TARGETS: text_put(out, "list"); break;
    case RULE_CALL: text_put(out, "callee"); break;
    case RULE_SINK: text_put(out, "_"); break;
    }
}

// The first target that has the instruction.
static size_t home_of(const Form *form, const Choice *choice)
{
    PtxInstruction model = model_of(form, choice);
    for (int i = 0; i < form->type_count; i++) {
        model.suffix[model.suffix_count++] = (uint16_t)chosen_type(form, choice, i);
    }
    if (form_row(form->row)->opcode == PTX_CVTA && chosen_type(form, choice, 0) == PTX_TYPE_U32) {
        return FIRST_32_BIT;
    }
    size_t first = 0;
    while (first < TARGET_COUNT && !has_form(&targets[first], form_needs(form, &model))) {
        first++;
    }
    return first;
}

static bool is_clamp(PtxSuffix suffix)
{
    return suffix == PTX_DOT_CLAMP || suffix == PTX_DOT_ZERO || suffix == PTX_DOT_TRAP;
}

// Modifiers before the types, but for surfaces the clamp mode behind: ptxas wants `.v4.b32`
// together.
static void write_suffixes(const Form *form, const Choice *choice, Text *out)
{
    bool is_surface = form->rule_count > 1 && form->group_count > 0 &&
                      form->groups[form->group_count - 1].count == 3 &&
                      is_clamp(form->groups[form->group_count - 1].alternatives[0]);
    int last = form->group_count - is_surface;
    for (int i = 0; i < last; i++) {
        if (choice->group[i] >= 0) {
            text_put(out, ptx_suffix_name(form->groups[i].alternatives[choice->group[i]]));
        }
    }
    for (int i = 0; i < form->type_count; i++) {
        text_put(out, ptx_suffix_name(chosen_type(form, choice, i)));
    }
    if (is_surface) {
        text_put(out, ptx_suffix_name(form->groups[last].alternatives[choice->group[last]]));
    }
}

// ptxas refuses to saturate a conversion that cannot overflow, which the rows do not say.
static bool is_idle_saturation(const Form *form, const Choice *choice)
{
    return form_row(form->row)->opcode == PTX_CVT && has_suffix(form, choice, PTX_DOT_SAT) &&
           ptx_type_kind(chosen_type(form, choice, 0)) != PTX_KIND_FLOAT &&
           chosen_type(form, choice, 0) == chosen_type(form, choice, 1);
}

// Instructions of single blocks and of pairs, which no function may mix (tcgen05).
typedef struct Bodies {
    Text of[2];
} Bodies;

static bool is_of_pairs(const Form *form, const Choice *choice)
{
    for (int i = 0; i < form->group_count; i++) {
        int chosen = choice->group[i];
        if (chosen >= 0 && form->groups[i].alternatives[chosen] == PTX_DOT_CTA_GROUP__2) {
            return true;
        }
    }
    return false;
}

// Writes the instruction if it belongs to this target.
static void write_instruction(const Form *form, const Choice *choice, size_t target, Bodies *bodies)
{
    Text *out = &bodies->of[is_of_pairs(form, choice)];
    if (home_of(form, choice) != target || is_idle_saturation(form, choice)) {
        return;
    }
    text_printf(out, "    %s", ptx_opcode_name(form_row(form->row)->opcode));
    write_suffixes(form, choice, out);
    int written = 0;
    for (int i = 0; i < form->rule_count; i++) {
        if (!form->rules[i].is_optional || choice->has_optional) {
            text_put(out, written++ == 0 ? " " : ", ");
            write_operand(form, choice, &form->rules[i], i, out);
        }
    }
    text_put(out, ";\n");
}

// Of the many shapes of a warpgroup's product, each is written once.
static bool is_repeated(const SuffixGroup *group, int alternative)
{
    enum { MANY = 16 };
    static bool is_written[PTX_SUFFIX_COUNT];
    bool was = is_written[group->alternatives[alternative]];
    is_written[group->alternatives[alternative]] = group->count > MANY;
    return was;
}

// Writes a row with each alternative of each group, the other groups as they are in the base
// choice.
static void write_row(const Form *form, size_t target, Bodies *out)
{
    Choice choice = base_choice(form);
    write_instruction(form, &choice, target, out);
    choice.has_optional = true;
    write_instruction(form, &choice, target, out);
    for (int i = 0; i < form->group_count; i++) {
        for (int j = 0; j < form->groups[i].count; j++) {
            choice = base_choice(form);
            choice.group[i] = j;
            if (home_of(form, &choice) == target && is_repeated(&form->groups[i], j)) {
                continue;
            }
            write_instruction(form, &choice, target, out);
        }
    }
    for (int i = 0; i < form->type_count; i++) {
        for (int j = 1; j < form->types[i].count; j++) {
            choice = base_choice(form);
            choice.type[i] = j;
            write_instruction(form, &choice, target, out);
        }
    }
}

static void write_start(const Target *target, Text *out)
{
    text_printf(out, ".version %d.%d\n.target sm_%d%s\n", target->version / 10,
                target->version % 10, target->sm, target->sm >= 90 ? "a" : "");
    text_put(out, target->is_known_to_ptxas ? ".address_size 64\n" : "");
    text_put(out, ".func callee() { ret; }\n"
                  ".func (.param .align 16 .b8 given[64]) giver() { ret; }\n");
}

// The function of a row of the table, and all that follow until it is full.
static void write_entry(const Target *target, uint32_t row, bool is_of_pairs, const Text *body,
                        Text *out)
{
    text_printf(out, ".entry forms_%s_%u%s(.param .align 16 .b8 input[64])\n{\n",
                ptx_opcode_name(form_row(row)->opcode), row, is_of_pairs ? "_pairs" : "");
    text_put(out, "    .reg .b8 %c<19>;\n    .reg .b16 %rs<17>;\n    .reg .b32 %r<131>;\n"
                  "    .reg .b64 %rd<17>;\n    .reg .f32 %f<129>;\n    .reg .f64 %fd<17>;\n"
                  "    .reg .pred %p<17>;\n    .param .align 16 .b8 slot[64];\n"
                  "list: .branchtargets done;\n    call (slot), giver;\n");
    bool has_wide = target->version >= 83 && target->sm >= 70;
    text_put(out, has_wide ? "    .reg .b128 %q<17>;\n" : "");
    text_add(out, text_string(body), body->size_bytes);
    text_put(out, "done:\n    ret;\n}\n");
}

static void write_module(FormTable *table, size_t number, Text *out)
{
    enum { FULL_BYTES = 16384 }; // ptxas finds no registers for too many products in one function
    write_start(&targets[number], out);
    for (int opcode = 0; opcode < PTX_OPCODE_COUNT; opcode++) {
        const FormList *list = form_list(table, (PtxOpcode)opcode);
        Bodies bodies = {0};
        for (uint32_t i = 0; i < list->count; i++) {
            write_row(&list->items[i], number, &bodies);
            bool is_last = i + 1 == list->count;
            for (int of_pairs = 0; of_pairs < 2; of_pairs++) {
                Text *body = &bodies.of[of_pairs];
                if (body->size_bytes > (is_last ? 0 : FULL_BYTES)) {
                    write_entry(&targets[number], list->items[i].row, of_pairs, body, out);
                    text_destroy(body);
                    *body = (Text){0};
                }
            }
        }
        text_destroy(&bodies.of[0]);
        text_destroy(&bodies.of[1]);
    }
}

static void ask_ptxas(const Target *target, const Text *text)
{
    if (!target->is_known_to_ptxas || system("command -v ptxas >/dev/null 2>&1") != 0) {
        printf("sm_%d: ptxas not asked\n", target->sm);
        return;
    }
    char path[512], command[1200];
    snprintf(path, sizeof path, LOCKSTEP_BINARY_DIR "/forms_sm_%d.ptx", target->sm);
    FILE *file = fopen(path, "wb");
    if (!EXPECT(file != NULL)) {
        return;
    }
    fwrite(text_string(text), 1, text->size_bytes, file);
    fclose(file);
    snprintf(command, sizeof command, "ptxas -O0 -w -arch=sm_%d%s '%s' -o /dev/null", target->sm,
             target->sm >= 90 ? "a" : "", path);
    EXPECT_EQ(system(command), 0);
}

static bool is_row_hit[1024];
static bool is_suffix_hit[PTX_SUFFIX_COUNT];

static void note_hits(const PtxFunction *function)
{
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        is_row_hit[function->instructions[i].form] = true;
        for (uint32_t j = 0; j < function->instructions[i].suffix_count; j++) {
            is_suffix_hit[function->instructions[i].suffix[j]] = true;
        }
    }
}

static void check_module(FormTable *table, size_t number)
{
    Text text = {0}, messages = {0};
    write_module(table, number, &text);
    Diagnostics diagnostics = {0};
    PtxModule *module = ptx_parse(text.at, text.size_bytes, "forms", &diagnostics);
    diagnostics_print(&diagnostics, false, &messages);
    EXPECT_TEXT(text_string(&messages), "");
    EXPECT(module != NULL);
    for (uint32_t i = 0; module != NULL && i < module->function_count; i++) {
        note_hits(module->functions[i]);
    }
    ask_ptxas(&targets[number], &text);
    ptx_destroy(module);
    diagnostics_clear(&diagnostics);
    text_destroy(&text);
    text_destroy(&messages);
}

TEST(each_row_of_the_forms_accepts_what_it_says)
{
    Arena arena = {0};
    NameTable names;
    ptx_names_init(&names);
    FormTable *table = form_table_create(&arena, &names);
    for (size_t i = 0; i < TARGET_COUNT; i++) {
        check_module(table, i);
    }
    for (uint32_t i = 0; i < form_row_count(); i++) {
        if (!EXPECT(is_row_hit[i])) {
            fprintf(stderr, "    row %u: %s \"%s\" \"%s\" \"%s\"\n", i,
                    ptx_opcode_name(form_row(i)->opcode), form_row(i)->modifiers,
                    form_row(i)->types, form_row(i)->operands);
        }
    }
    ptx_names_destroy(&names);
    arena_clear(&arena);
}

// --- targets

// Plain, family and other targets, for modules written for targets[module].
static const struct Variant {
    int sm, feature, written_for;
} variants[] = {
    {90, 0, 90},     {100, 'a', 90},  {100, 'f', 90},  {120, 'f', 90},  {100, 0, 100},
    {100, 'f', 100}, {103, 'a', 100}, {103, 'f', 100}, {110, 'a', 100}, {110, 'f', 100},
    {120, 'a', 100}, {120, 'f', 100}, {121, 'a', 100}, {103, 0, 103},   {103, 'f', 103},
    {110, 'f', 103}, {120, 0, 120},   {120, 'f', 120}, {121, 'f', 120},
};

#define LINES_MAX 8192

// Overwrites a line with blanks.
static void blank(Text *text, uint32_t line)
{
    char *at = text->at;
    for (uint32_t i = 1; i < line && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    if (EXPECT(at != NULL)) {
        memset(at, ' ', strcspn(at, "\n"));
    }
}

// Sets the lines at which the module is refused for its target, which become blank: after some
// errors the parser does not look at the rest.
static void refuse_by_ours(Text *text, bool lines[LINES_MAX])
{
    bool is_refused = true;
    while (is_refused) {
        bool has_found = false;
        Diagnostics diagnostics = {.limit = LINES_MAX};
        PtxModule *module = ptx_parse(text->at, text->size_bytes, "forms", &diagnostics);
        for (uint32_t i = 0; i < diagnostics.count; i++) {
            const Diagnostic *found = &diagnostics.items[i];
            uint32_t line = found->position.line;
            bool is_target = strstr(found->message, "' requires .target sm_") != NULL;
            if (is_target && EXPECT(line < LINES_MAX)) {
                lines[line] = has_found = true;
                blank(text, line);
            }
        }
        EXPECT(module != NULL || has_found);
        is_refused = module == NULL && has_found;
        ptx_destroy(module);
        diagnostics_clear(&diagnostics);
    }
}

// The same by ptxas. False: it could not be asked. What target.def leaves out counts as refused by
// neither.
static bool refuse_by_ptxas(const struct Variant *variant, const Text *text, bool lines[LINES_MAX])
{
    char path[512], command[1200], said[1024];
    snprintf(path, sizeof path, LOCKSTEP_BINARY_DIR "/forms_variant.ptx");
    FILE *file = fopen(path, "wb");
    if (!EXPECT(file != NULL)) {
        return false;
    }
    fwrite(text_string(text), 1, text->size_bytes, file);
    fclose(file);
    snprintf(command, sizeof command, "ptxas -O0 -w -arch=sm_%d%c '%s' -o /dev/null 2>&1",
             variant->sm, variant->feature == 0 ? ' ' : variant->feature, path);
    FILE *output = popen(command, "r");
    while (output != NULL && fgets(said, sizeof said, output) != NULL) {
        const char *at = strstr(said, ", line ");
        bool is_meant = at != NULL && strstr(said, "; error ") != NULL &&
                        strstr(said, "scale-inp-d-imm") == NULL;
        lines[is_meant ? strtoul(at + strlen(", line "), NULL, 10) % LINES_MAX : 0] = true;
    }
    lines[0] = false;
    return output != NULL && pclose(output) >= 0;
}

static void check_variant(const struct Variant *variant, const Text *written)
{
    static bool ours[LINES_MAX], theirs[LINES_MAX];
    memset(ours, 0, sizeof ours);
    memset(theirs, 0, sizeof theirs);
    const char *rest = strstr(text_string(written), ".address_size");
    Text text = {0};
    text_printf(&text, ".version 9.0\n.target sm_%d%.1s\n%s", variant->sm,
                variant->feature == 0     ? ""
                : variant->feature == 'a' ? "a"
                                          : "f",
                rest);
    bool is_asked = refuse_by_ptxas(variant, &text, theirs);
    refuse_by_ours(&text, ours);
    for (uint32_t i = 0; is_asked && i < LINES_MAX; i++) {
        if (!EXPECT_EQ(ours[i], theirs[i])) {
            fprintf(stderr, "    line %u for sm_%d%c, written for sm_%d\n", i, variant->sm,
                    variant->feature == 0 ? ' ' : variant->feature, variant->written_for);
        }
    }
    text_destroy(&text);
}

TEST(each_row_of_the_targets_is_refused_where_ptxas_refuses_it)
{
    if (system("command -v ptxas >/dev/null 2>&1") != 0) {
        printf("ptxas not asked\n");
        return;
    }
    Arena arena = {0};
    NameTable names;
    ptx_names_init(&names);
    FormTable *table = form_table_create(&arena, &names);
    for (size_t i = 0; i < TARGET_COUNT; i++) {
        Text written = {0};
        write_module(table, i, &written);
        for (size_t j = 0; j < sizeof variants / sizeof variants[0]; j++) {
            if (targets[i].is_known_to_ptxas && variants[j].written_for == targets[i].sm) {
                check_variant(&variants[j], &written);
            }
        }
        text_destroy(&written);
    }
    ptx_names_destroy(&names);
    arena_clear(&arena);
}

// Suffixes that only stand in declarations and lists.
static bool is_elsewhere(PtxSuffix suffix)
{
    switch (suffix) {
    case PTX_TYPE_B128:
    case PTX_TYPE_TF32:
    case PTX_DOT_REG:
    case PTX_DOT_TEX: return true;
    default: return false;
    }
}

static const char *const refused[] = {
#define SET(name, alternatives)
#define SINCE(opcode, modifier, ptx, sm)
#define FORM(opcode, modifiers, types, operands, ptx, sm)
#define REFUSE(opcode, modifier, reason) "." modifier,
#include "isa/ptx/form.def"
#undef REFUSE
#undef FORM
#undef SINCE
#undef SET
};

static bool is_refused(PtxSuffix suffix)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (strcmp(refused[i], ptx_suffix_name(suffix)) == 0) {
            return true;
        }
    }
    return false;
}

TEST(each_suffix_stands_in_some_form_or_refusal)
{
    for (int i = 1; i < PTX_SUFFIX_COUNT; i++) {
        if (!is_suffix_hit[i] && !is_elsewhere((PtxSuffix)i) && !is_refused((PtxSuffix)i)) {
            EXPECT_TEXT(ptx_suffix_name((PtxSuffix)i), "used by a form");
        }
    }
}
