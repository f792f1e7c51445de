// SPDX-License-Identifier: Apache-2.0
// Expressions of the checked tree as text: (operation operands).
#include "isa/cuda/tree/print.h"

// Kinds that are only an operation and its operands; the others are written out below.
static const char *const operation_names[] = {
    [EXPRESSION_DEREFERENCE] = "deref",
    [EXPRESSION_ADDRESS] = "address",
    [EXPRESSION_NEGATE] = "neg",
    [EXPRESSION_BIT_NOT] = "~",
    [EXPRESSION_NOT] = "!",
    [EXPRESSION_ADD] = "+",
    [EXPRESSION_SUBTRACT] = "-",
    [EXPRESSION_MULTIPLY] = "*",
    [EXPRESSION_DIVIDE] = "/",
    [EXPRESSION_REMAINDER] = "%",
    [EXPRESSION_SHIFT_LEFT] = "<<",
    [EXPRESSION_SHIFT_RIGHT] = ">>",
    [EXPRESSION_AND] = "&",
    [EXPRESSION_OR] = "|",
    [EXPRESSION_XOR] = "^",
    [EXPRESSION_POINTER_ADD] = "ptr+",
    [EXPRESSION_POINTER_SUBTRACT] = "ptr-",
    [EXPRESSION_POINTER_DIFFERENCE] = "ptrdiff",
    [EXPRESSION_EQUAL] = "==",
    [EXPRESSION_NOT_EQUAL] = "!=",
    [EXPRESSION_LESS] = "<",
    [EXPRESSION_LESS_EQUAL] = "<=",
    [EXPRESSION_GREATER] = ">",
    [EXPRESSION_GREATER_EQUAL] = ">=",
    [EXPRESSION_LOGICAL_AND] = "&&",
    [EXPRESSION_LOGICAL_OR] = "||",
    [EXPRESSION_CONDITIONAL] = "?",
    [EXPRESSION_COMMA] = ",",
    [EXPRESSION_ASSIGN] = "=",
    [EXPRESSION_PRE_INCREMENT] = "++x",
    [EXPRESSION_PRE_DECREMENT] = "--x",
    [EXPRESSION_POST_INCREMENT] = "x++",
    [EXPRESSION_POST_DECREMENT] = "x--",
    [EXPRESSION_INITIAL] = NULL,
};

static const char *const builtin_names[BUILTIN_COUNT] = {
#define BUILTIN(name, result, arguments, flags) [BUILTIN_##name] = #name,
#include "isa/cuda/tree/builtin.def"
#undef BUILTIN
};

void print_string(Text *out, const char *text, size_t size_bytes)
{
    text_put(out, "\"");
    for (size_t i = 0; i < size_bytes; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') {
            text_printf(out, "\\%c", c);
        } else if (c < 0x20 || c >= 0x7F) {
            text_printf(out, "\\x%02x", c);
        } else {
            text_add(out, &text[i], 1);
        }
    }
    text_put(out, "\"");
}

void print_variable(Printer *printer, const Variable *variable)
{
    const char *name = variable->mangled != NULL ? variable->mangled : variable->name;
    text_put(printer->out, name == NULL ? "<unnamed>" : name);
}

static void print_function_name(Printer *printer, const Function *function)
{
    text_put(printer->out, function->mangled != NULL ? function->mangled : function->name);
}

static void print_typed(Printer *printer, const Expression *expression)
{
    type_print(expression->type, printer->out);
}

static void print_integer(Printer *printer, const Expression *expression)
{
    if (type_is_signed(expression->type)) {
        text_printf(printer->out, "%lld:", (long long)expression->integer);
    } else {
        text_printf(printer->out, "%llu:", (unsigned long long)expression->integer);
    }
    print_typed(printer, expression);
}

static void print_list(Printer *printer, const Expression *expression)
{
    for (uint32_t i = 0; i < expression->list_count; i++) {
        text_put(printer->out, " ");
        print_expression(printer, expression->list[i]);
    }
    text_put(printer->out, ")");
}

static void print_operands(Printer *printer, const Expression *expression)
{
    const Expression *operands[] = {expression->a, expression->b, expression->c};
    for (uint32_t i = 0; i < 3; i++) {
        if (operands[i] != NULL) {
            text_put(printer->out, " ");
            print_expression(printer, operands[i]);
        }
    }
    text_put(printer->out, ")");
}

static void print_member(Printer *printer, const Expression *expression)
{
    const Field *field = expression->field;
    text_put(printer->out, "(member");
    if (field->name != NULL) {
        text_printf(printer->out, " %s", field->name);
    } else {
        text_printf(printer->out, " @%llu", (unsigned long long)field->offset_bytes);
    }
    print_operands(printer, expression);
}

static void print_special(Printer *printer, const Expression *expression)
{
    switch (expression->kind) {
    case EXPRESSION_INTEGER: print_integer(printer, expression); break;
    case EXPRESSION_FLOATING:
        text_printf(printer->out, "%.17g:", expression->real);
        print_typed(printer, expression);
        break;
    case EXPRESSION_STRING:
        print_string(printer->out, expression->string,
                     expression->string_size == 0 ? 0 : (size_t)expression->string_size - 1);
        break;
    case EXPRESSION_VARIABLE: print_variable(printer, expression->variable); break;
    case EXPRESSION_FUNCTION: print_function_name(printer, expression->function); break;
    case EXPRESSION_MEMBER: print_member(printer, expression); break;
    case EXPRESSION_COMPOUND:
        text_printf(printer->out, "(%s= ", operation_names[expression->operation]);
        type_print(expression->operation_type, printer->out);
        print_operands(printer, expression);
        break;
    case EXPRESSION_CAST:
        text_put(printer->out, "(cast ");
        print_typed(printer, expression);
        print_operands(printer, expression);
        break;
    case EXPRESSION_CALL:
        text_put(printer->out, "(call ");
        print_expression(printer, expression->a);
        print_list(printer, expression);
        break;
    case EXPRESSION_BUILTIN:
        text_printf(printer->out, "(%s", builtin_names[expression->builtin]);
        print_list(printer, expression);
        break;
    case EXPRESSION_ZERO:
        text_put(printer->out, "zero:");
        print_typed(printer, expression);
        break;
    case EXPRESSION_TEMPORARY:
        text_put(printer->out, "(temporary ");
        print_variable(printer, expression->variable);
        print_operands(printer, expression);
        break;
    case EXPRESSION_STATEMENTS:
        text_put(printer->out, "(statements");
        print_statement_list(printer, expression->statement);
        print_operands(printer, expression);
        break;
    default: text_put(printer->out, "initial"); break;
    }
}

void print_expression(Printer *printer, const Expression *expression)
{
    if (expression == NULL) {
        text_put(printer->out, "-");
    } else if (printer->depth >= PRINT_DEPTH_LIMIT) {
        text_put(printer->out, "...");
    } else {
        printer->depth++;
        const char *name = operation_names[expression->kind];
        if (name != NULL) {
            text_printf(printer->out, "(%s", name);
            print_operands(printer, expression);
        } else {
            print_special(printer, expression);
        }
        printer->depth--;
    }
}

static void print_address(Printer *printer, const InitialAddress *address)
{
    text_printf(printer->out, " @%llu=", (unsigned long long)address->offset_bytes);
    if (address->variable != NULL) {
        print_variable(printer, address->variable);
    } else if (address->function != NULL) {
        print_function_name(printer, address->function);
    } else if (address->string != NULL) {
        print_string(printer->out, address->string,
                     address->string_size == 0 ? 0 : (size_t)address->string_size - 1);
    }
    if (address->addend != 0) {
        text_printf(printer->out, "%+lld", (long long)address->addend);
    }
}

void print_initial(Printer *printer, const Variable *variable)
{
    const Expression *initial = variable->initial;
    if (initial->kind != EXPRESSION_INITIAL || initial->initial == NULL) {
        print_expression(printer, initial);
        return;
    }
    const InitialValue *value = initial->initial;
    uint64_t size_bytes = value->bytes == NULL ? 0 : type_size(variable->type);
    text_put(printer->out, value->bytes == NULL ? "zero" : "");
    for (uint64_t i = 0; i < size_bytes; i++) {
        text_printf(printer->out, i % 4 == 0 && i > 0 ? " %02x" : "%02x", value->bytes[i]);
    }
    for (uint32_t i = 0; i < value->address_count; i++) {
        print_address(printer, &value->addresses[i]);
    }
}
