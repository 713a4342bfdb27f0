"""A terminal: bytes in, a screen of cells out. A thin face of libvterm that holds no interpreter lock while it reads and parses."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc


cdef extern from "vterm_screen.h" nogil:
    const int VTERM_MAX_CHARS_PER_CELL
    const int VTERM_VERSION_MAJOR
    const int VTERM_VERSION_MINOR
    ctypedef struct LfCell:
        unsigned int chars[6]
        int foreground
        int background
        int style
    ctypedef struct LfLine:
        char *text
        int bytes
    ctypedef struct LfTerminal:
        int rows
        int columns
        int alternate
        int cursor_visible
        int broken
        unsigned long long bells
        unsigned long long fed
        unsigned long long pushed
        char *title
        size_t title_bytes
        LfLine *lines
        unsigned long long keep
        char *log
        unsigned long long log_bytes
        char *replies
        size_t reply_bytes
    LfTerminal *lf_new(int rows, int columns, unsigned long long keep, unsigned long long log_bytes)
    void lf_free(LfTerminal *t)
    void lf_feed(LfTerminal *t, const char *data, size_t length)
    size_t lf_pump(LfTerminal *t, int fd, size_t limit, int *ended)
    void lf_resize(LfTerminal *t, int rows, int columns)
    void lf_key(LfTerminal *t, int key, int modifiers)
    void lf_cells(LfTerminal *t, LfCell *out, int *row, int *column)


VERSION = (VTERM_VERSION_MAJOR, VTERM_VERSION_MINOR)
"""The libvterm this was compiled against."""


cdef class VTerm:
    """One terminal. For one thread at a time: callers hold a lock of their own around every method."""

    cdef LfTerminal *t

    def __cinit__(self, int rows, int columns, unsigned long long keep, unsigned long long log_bytes):
        self.t = lf_new(rows, columns, keep, log_bytes)
        if self.t is NULL:
            raise MemoryError("there is no memory for a terminal")

    def __dealloc__(self):
        lf_free(self.t)

    def feed(self, const unsigned char[::1] data):
        """Take bytes that a program wrote."""
        cdef size_t length = data.shape[0]
        if length == 0:
            return
        with nogil:
            lf_feed(self.t, <const char *>&data[0], length)

    def pump(self, int fd, size_t limit):
        """Read a non-blocking descriptor until nothing is left or `limit` bytes came: the number of bytes, and whether it ended."""
        cdef size_t got
        cdef int ended = 0
        with nogil:
            got = lf_pump(self.t, fd, limit, &ended)
        return got, bool(ended)

    def resize(self, int rows, int columns):
        """Give the screen another size."""
        with nogil:
            lf_resize(self.t, rows, columns)

    def key(self, int key, int modifiers):
        """The bytes that a key sends in the terminal's present mode (a number of `vterm_keycodes.h`; 1 shift, 2 alt, 4 control)."""
        self.replies()
        lf_key(self.t, key, modifiers)
        return self.replies()

    def replies(self):
        """What the terminal answered to queries since the last call."""
        answer = self.t.replies[: self.t.reply_bytes]
        self.t.reply_bytes = 0
        return answer

    def state(self):
        """Rows, columns, whether the alternate screen shows, whether the cursor does, bells, bytes fed, lines pushed, broken, the title."""
        title = self.t.title[: self.t.title_bytes].decode("utf-8", "replace")
        return (
            self.t.rows, self.t.columns, bool(self.t.alternate), bool(self.t.cursor_visible),
            self.t.bells, self.t.fed, self.t.pushed, bool(self.t.broken), title,
        )

    def rows(self):
        """The cursor's row and column, and for each row its runs of one style: (text, foreground, background, style)."""
        cdef int columns = self.t.columns
        cdef int row, column, begin, i
        cdef int cursor_row = 0
        cdef int cursor_column = 0
        cdef LfCell *cells = <LfCell *>PyMem_Malloc(<size_t>self.t.rows * columns * sizeof(LfCell))
        cdef LfCell *cell
        cdef LfCell *first
        if cells is NULL:
            raise MemoryError("there is no memory for a screen")
        try:
            with nogil:
                lf_cells(self.t, cells, &cursor_row, &cursor_column)
            shown = []
            for row in range(self.t.rows):
                runs = []
                signs = []
                first = &cells[row * columns]
                for column in range(columns):
                    cell = &cells[row * columns + column]
                    if cell.chars[0] == 0xFFFFFFFF:
                        continue
                    if cell.foreground != first.foreground or cell.background != first.background or cell.style != first.style:
                        runs.append(("".join(signs), first.foreground, first.background, first.style))
                        signs = []
                        first = cell
                    if cell.chars[0] == 0:
                        signs.append(" ")
                        continue
                    for i in range(VTERM_MAX_CHARS_PER_CELL):
                        if cell.chars[i] == 0:
                            break
                        signs.append(chr(cell.chars[i]) if cell.chars[i] < 0x110000 else "\ufffd")
                runs.append(("".join(signs), first.foreground, first.background, first.style))
                shown.append(tuple(runs))
            return cursor_row, cursor_column, tuple(shown)
        finally:
            PyMem_Free(cells)

    def lines(self, unsigned long long first, unsigned long long count):
        """The number of the first line kept of those that left the screen at the top, and `count` of them from line `first` on."""
        cdef unsigned long long oldest = self.t.pushed - self.t.keep if self.t.pushed > self.t.keep else 0
        cdef unsigned long long at = max(first, oldest)
        cdef unsigned long long end = min(self.t.pushed, at + count)
        cdef LfLine *line
        found = []
        while at < end:
            line = &self.t.lines[at % self.t.keep]
            found.append(line.text[: line.bytes].decode("utf-8", "replace") if line.text is not NULL else "")
            at += 1
        return oldest, found

    def log(self, unsigned long long first, unsigned long long count):
        """The number of the first byte kept of those fed, and `count` of them from byte `first` on."""
        cdef unsigned long long oldest = self.t.fed - self.t.log_bytes if self.t.fed > self.t.log_bytes else 0
        cdef unsigned long long at = max(first, oldest)
        cdef unsigned long long end = min(self.t.fed, at + count)
        if at >= end:
            return oldest, b""
        cdef size_t place = at % self.t.log_bytes
        cdef size_t length = end - at
        cdef size_t head = min(length, self.t.log_bytes - place)
        return oldest, self.t.log[place : place + head] + self.t.log[: length - head]
