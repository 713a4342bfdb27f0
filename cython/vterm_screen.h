/* One terminal over libvterm: what the screen layer tells is kept in plain memory, so that nothing here needs an interpreter.
 *
 * Needs libvterm 0.3: 0.1.4 leaves the cursor outside of the screen when that is made smaller. A terminal is for one thread at a time. Where libvterm would end the process (no memory, a failed consistency check), the terminal is marked as broken instead.
 */
#ifndef LITTLEFOLK_VTERM_SCREEN_H
#define LITTLEFOLK_VTERM_SCREEN_H

#include <errno.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>
#include <vterm_keycodes.h>

#if VTERM_VERSION_MAJOR == 0 && VTERM_VERSION_MINOR < 3
#error "libvterm 0.3 or newer is needed"
#endif

#define TITLE_BYTES 256
#define CHUNK_BYTES 65536
#define REPLY_BYTES 4096
#define EMPTY_CELL 0xFFFFFFFFu /* in the cell to the right of a wide character */

typedef struct {
    uint32_t chars[VTERM_MAX_CHARS_PER_CELL];
    int32_t foreground, background; /* 0xRRGGBB, or -1 for the default */
    int32_t style;                  /* 1 bold, 2 italic, 4 underline, 8 reverse, 16 strike */
} LfCell;

typedef struct {
    char *text;
    int bytes;
} LfLine;

typedef struct {
    VTerm *vt;
    VTermScreen *screen;
    VTermState *state;
    int rows, columns;
    int alternate, cursor_visible, broken;
    unsigned long long bells, fed, pushed; /* bytes fed and lines pushed into the scrollback since the start */
    char title[TITLE_BYTES];
    size_t title_bytes;
    LfLine *lines; /* ring of the latest `keep` lines that left the screen at the top; line n is at n % keep */
    unsigned long long keep;
    char *log; /* ring of the latest `log_bytes` bytes fed; byte n is at n % log_bytes */
    unsigned long long log_bytes;
    char held[4]; /* the beginning of a UTF-8 sequence whose end has not come */
    size_t held_bytes;
    char replies[REPLY_BYTES];
    size_t reply_bytes;
} LfTerminal;

/* Linked with --wrap: the static library's own references to these names end here. */
static __thread jmp_buf *lf_rescue;
__attribute__((visibility("hidden"))) FILE *__wrap_stderr;

__attribute__((noreturn)) void __real_abort(void);
__attribute__((visibility("hidden"), noreturn)) void __wrap_abort(void)
{
    if (lf_rescue)
        longjmp(*lf_rescue, 1);
    __real_abort();
}

__attribute__((visibility("hidden"), noreturn)) void __wrap_exit(int code)
{
    (void)code;
    __wrap_abort();
}

/* Run a statement on an unbroken terminal; a consistency check of libvterm that fails breaks the terminal, not the process. */
#define GUARDED(t, ...)                  \
    do {                                 \
        jmp_buf here;                    \
        if ((t)->broken)                 \
            break;                       \
        lf_rescue = &here;               \
        if (setjmp(here) == 0) {         \
            __VA_ARGS__;                 \
        } else {                         \
            (t)->broken = 1;             \
        }                                \
        lf_rescue = NULL;                \
    } while (0)

static int lf_utf8(uint32_t c, char *out)
{
    if (c >= 0x110000 || (c >= 0xD800 && c < 0xE000))
        c = 0xFFFD;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

static int lf_push_line(int columns, const VTermScreenCell *cells, void *user)
{
    LfTerminal *t = user;
    LfLine *line = &t->lines[t->pushed % t->keep];
    char text[(size_t)columns * VTERM_MAX_CHARS_PER_CELL * 4 + 1];
    int bytes = 0, end = 0;
    for (int column = 0; column < columns; column++) {
        const uint32_t *chars = cells[column].chars;
        if (chars[0] == EMPTY_CELL)
            continue;
        if (chars[0] == 0) {
            text[bytes++] = ' ';
            continue;
        }
        for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && chars[i]; i++)
            bytes += lf_utf8(chars[i], text + bytes);
        if (chars[0] != ' ')
            end = bytes;
    }
    t->pushed++;
    free(line->text);
    line->text = malloc((size_t)end + 1);
    line->bytes = line->text ? end : 0;
    if (line->text)
        memcpy(line->text, text, (size_t)end);
    return 1;
}

static int lf_set_property(VTermProp property, VTermValue *value, void *user)
{
    LfTerminal *t = user;
    switch (property) {
    case VTERM_PROP_ALTSCREEN:
        t->alternate = value->boolean;
        break;
    case VTERM_PROP_CURSORVISIBLE:
        t->cursor_visible = value->boolean;
        break;
    case VTERM_PROP_TITLE: {
        const char *text = value->string.str;
        size_t bytes = value->string.len;
        if (value->string.initial)
            t->title_bytes = 0;
        if (bytes > TITLE_BYTES - t->title_bytes)
            bytes = TITLE_BYTES - t->title_bytes;
        if (bytes)
            memcpy(t->title + t->title_bytes, text, bytes);
        t->title_bytes += bytes;
        break;
    }
    default:
        break;
    }
    return 1;
}

static int lf_ring_bell(void *user)
{
    ((LfTerminal *)user)->bells++;
    return 1;
}

static const VTermScreenCallbacks lf_callbacks = {
    .settermprop = lf_set_property,
    .bell = lf_ring_bell,
    .sb_pushline = lf_push_line,
};

static void lf_free(LfTerminal *t)
{
    if (!t)
        return;
    if (t->vt && !t->broken)
        vterm_free(t->vt);
    for (unsigned long long i = 0; t->lines && i < t->keep; i++)
        free(t->lines[i].text);
    free(t->lines);
    free(t->log);
    free(t);
}

static void lf_set_up(LfTerminal *t)
{
    vterm_set_utf8(t->vt, 1);
    t->screen = vterm_obtain_screen(t->vt);
    t->state = vterm_obtain_state(t->vt);
    vterm_screen_set_callbacks(t->screen, &lf_callbacks, t);
    vterm_screen_enable_altscreen(t->screen, 1);
    vterm_screen_set_damage_merge(t->screen, VTERM_DAMAGE_SCROLL);
    vterm_screen_reset(t->screen, 1);
}

/* A terminal of this size that keeps so many lines and bytes (both at least 1); NULL where there is no memory. */
static LfTerminal *lf_new(int rows, int columns, unsigned long long keep, unsigned long long log_bytes)
{
    LfTerminal *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    if (!__wrap_stderr)
        __wrap_stderr = fopen("/dev/null", "w");
    t->rows = rows;
    t->columns = columns;
    t->cursor_visible = 1;
    t->keep = keep;
    t->log_bytes = log_bytes;
    t->lines = calloc(keep, sizeof *t->lines);
    t->log = malloc(log_bytes);
    if (t->lines && t->log && __wrap_stderr)
        GUARDED(t, if ((t->vt = vterm_new(rows, columns))) lf_set_up(t));
    if (!t->vt || t->broken) {
        lf_free(t);
        return NULL;
    }
    return t;
}

static void lf_log(LfTerminal *t, const char *data, size_t bytes)
{
    unsigned long long at = t->fed;
    t->fed += bytes;
    if (bytes > t->log_bytes) {
        at += bytes - t->log_bytes;
        data += bytes - t->log_bytes;
        bytes = t->log_bytes;
    }
    size_t place = at % t->log_bytes, first = t->log_bytes - place;
    if (first > bytes)
        first = bytes;
    memcpy(t->log + place, data, first);
    memcpy(t->log, data + first, bytes - first);
}

/* Take the terminal's own answers (cursor position, device attributes) out of libvterm; what does not fit is dropped. */
static void lf_collect_replies(LfTerminal *t)
{
    char more[512];
    size_t bytes;
    while ((bytes = vterm_output_read(t->vt, more, sizeof more)) > 0) {
        if (bytes > REPLY_BYTES - t->reply_bytes)
            bytes = REPLY_BYTES - t->reply_bytes;
        memcpy(t->replies + t->reply_bytes, more, bytes);
        t->reply_bytes += bytes;
    }
}

/* How long the UTF-8 sequence is that begins with this byte; 1 for one that begins none. */
static size_t lf_sequence(unsigned char lead)
{
    return lead >= 0xF0 && lead < 0xF5 ? 4 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xC2 && lead < 0xE0 ? 2 : 1;
}

/* How many bytes at the end begin a sequence that is not complete. */
static size_t lf_incomplete(const char *data, size_t bytes)
{
    for (size_t back = 1; back <= 3 && back <= bytes; back++) {
        unsigned char c = (unsigned char)data[bytes - back];
        if ((c & 0xC0) != 0x80)
            return lf_sequence(c) > back ? back : 0;
    }
    return 0;
}

/* libvterm decodes text that begins with ASCII by another decoder than the rest, so a sequence must come in one piece. */
static void lf_write(LfTerminal *t, const char *data, size_t bytes)
{
    if (t->held_bytes) {
        size_t whole = lf_sequence((unsigned char)t->held[0]);
        while (bytes && t->held_bytes < whole && ((unsigned char)*data & 0xC0) == 0x80) {
            t->held[t->held_bytes++] = *data++;
            bytes--;
        }
        if (!bytes && t->held_bytes < whole)
            return;
        vterm_input_write(t->vt, t->held, t->held_bytes);
        t->held_bytes = 0;
    }
    t->held_bytes = lf_incomplete(data, bytes);
    bytes -= t->held_bytes;
    memcpy(t->held, data + bytes, t->held_bytes);
    if (bytes)
        vterm_input_write(t->vt, data, bytes);
}

static void lf_feed(LfTerminal *t, const char *data, size_t bytes)
{
    lf_log(t, data, bytes);
    GUARDED(t, {
        lf_write(t, data, bytes);
        lf_collect_replies(t);
        vterm_screen_flush_damage(t->screen);
    });
}

/* Read a non-blocking descriptor and feed what comes until nothing is left or `limit` bytes were read; answers go back through it.
 * Returns the bytes read; `ended` is set at end of file or when the other side of a pseudoterminal is gone. */
static size_t lf_pump(LfTerminal *t, int fd, size_t limit, int *ended)
{
    char chunk[CHUNK_BYTES];
    size_t total = 0;
    while (total < limit) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            *ended = got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
            break;
        }
        lf_feed(t, chunk, (size_t)got);
        total += (size_t)got;
        if (t->reply_bytes) {
            ssize_t written = write(fd, t->replies, t->reply_bytes);
            (void)written; /* a program that asks and does not read gets no answer */
            t->reply_bytes = 0;
        }
    }
    return total;
}

static void lf_resize(LfTerminal *t, int rows, int columns)
{
    GUARDED(t, {
        vterm_set_size(t->vt, rows, columns);
        vterm_screen_flush_damage(t->screen);
        vterm_get_size(t->vt, &t->rows, &t->columns);
    });
}

/* The bytes that a key sends, collected in `replies`. */
static void lf_key(LfTerminal *t, int key, int modifiers)
{
    GUARDED(t, {
        vterm_keyboard_key(t->vt, (VTermKey)key, (VTermModifier)modifiers);
        lf_collect_replies(t);
    });
}

static int32_t lf_colour(LfTerminal *t, VTermColor colour)
{
    if (colour.type & VTERM_COLOR_DEFAULT_MASK)
        return -1;
    vterm_screen_convert_color_to_rgb(t->screen, &colour);
    return colour.rgb.red << 16 | colour.rgb.green << 8 | colour.rgb.blue;
}

/* Write the screen row by row into `out`, rows * columns cells, and the cursor's place. A broken terminal shows nothing. */
static void lf_cells(LfTerminal *t, LfCell *out, int *row, int *column)
{
    memset(out, 0, sizeof *out * (size_t)t->rows * (size_t)t->columns);
    *row = *column = 0;
    GUARDED(t, {
        VTermPos at;
        vterm_state_get_cursorpos(t->state, &at);
        *row = at.row;
        *column = at.col;
        for (at.row = 0; at.row < t->rows; at.row++) {
            for (at.col = 0; at.col < t->columns; at.col++) {
                VTermScreenCell cell;
                LfCell *to = out + (size_t)at.row * (size_t)t->columns + (size_t)at.col;
                vterm_screen_get_cell(t->screen, at, &cell);
                memcpy(to->chars, cell.chars, sizeof to->chars);
                to->foreground = lf_colour(t, cell.fg);
                to->background = lf_colour(t, cell.bg);
                to->style = (cell.attrs.bold ? 1 : 0) | (cell.attrs.italic ? 2 : 0) | (cell.attrs.underline ? 4 : 0) |
                            (cell.attrs.reverse ? 8 : 0) | (cell.attrs.strike ? 16 : 0);
            }
        }
    });
}

#endif
