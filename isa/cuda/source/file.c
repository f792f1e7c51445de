// SPDX-License-Identifier: Apache-2.0
// The stack of files being read: hands out their tokens and runs the directives among them.
#include "isa/cuda/source/preprocess.h"

#include <string.h>

uint32_t file_add(Preprocessor *p, const char *path, const char *text, size_t size_bytes)
{
    Source *source = &p->source;
    source->files = arena_room(source->arena, source->files, source->file_count, &p->file_room,
                               sizeof(SourceFile));
    SourceFile *file = &source->files[source->file_count];
    *file = (SourceFile){.path = arena_text(source->arena, path, strlen(path))};
    if (text != NULL) { // zeros behind it let the lexer look ahead
        char *copy = arena_alloc(source->arena, size_bytes + 8);
        if (size_bytes > 0) {
            memcpy(copy, text, size_bytes);
        }
        file->text = copy;
        file->size_bytes = size_bytes;
    }
    return source->file_count++;
}

void file_enter(Preprocessor *p, LexedFile *lexed)
{
    p->frames = arena_room(&p->scratch, p->frames, p->frame_count, &p->frame_room, sizeof(Frame));
    p->frames[p->frame_count++] = (Frame){.lexed = lexed, .first_condition = p->condition_count};
}

static void leave(Preprocessor *p)
{
    const Frame *frame = &p->frames[--p->frame_count];
    while (p->condition_count > frame->first_condition) {
        p->condition_count--;
        if (!p->is_stopped) {
            report_error(p, p->conditions[p->condition_count].location,
                         "unterminated #if: missing #endif");
        }
    }
}

SourceLocation file_place(const Preprocessor *p, SourceLocation location)
{
    const Frame *frame = p->frame_count > 0 ? &p->frames[p->frame_count - 1] : NULL;
    if (frame != NULL && frame->is_presumed && location.file == frame->lexed->file) {
        location.file = frame->presumed_file;
        location.line += frame->line_shift;
    }
    return location;
}

Span file_line(Preprocessor *p)
{
    Frame *frame = &p->frames[p->frame_count - 1];
    Span line = {&frame->lexed->tokens[frame->at], 0};
    while (!line.tokens[line.count].is_first_on_line) {
        line.count++;
    }
    frame->at += line.count;
    if (frame->is_presumed) {
        Token *copy = arena_alloc(&p->scratch, (line.count + 1) * sizeof *copy);
        for (uint32_t i = 0; i < line.count; i++) {
            copy[i] = line.tokens[i];
            copy[i].location = file_place(p, copy[i].location);
        }
        line.tokens = copy;
    }
    return line;
}

bool file_next(Preprocessor *p, Token *token)
{
    if (p->has_ahead) {
        p->has_ahead = false;
        *token = p->ahead;
        return true;
    }
    while (!p->is_stopped && p->frame_count > 0) {
        Frame *frame = &p->frames[p->frame_count - 1];
        const Token *next = &frame->lexed->tokens[frame->at];
        if (next->kind == TOKEN_END) {
            if (p->collecting > 0) {
                break; // arguments do not reach beyond the file
            }
            leave(p);
        } else if (next->id == PUNCTUATOR_hash && next->is_first_on_line) {
            directive_run(p);
            if (p->has_pragma) {
                p->has_pragma = false;
                *token = p->pragma;
                return true;
            }
        } else {
            frame->at++;
            *token = *next;
            if (frame->is_presumed) {
                token->location = file_place(p, next->location);
            }
            return true;
        }
    }
    *token = (Token){.kind = TOKEN_END, .is_first_on_line = true};
    return false;
}

bool file_is_paren_next(Preprocessor *p)
{
    if (!p->has_ahead) {
        p->collecting++;
        Token token;
        bool is_found = file_next(p, &token);
        p->collecting--;
        if (!is_found) {
            return false;
        }
        p->ahead = token;
        p->has_ahead = true;
    }
    return p->ahead.id == PUNCTUATOR_paren_open;
}
