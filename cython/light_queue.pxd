"""Cells waiting to hand on their light, by level; brightest first, so that a cell is rarely lit twice."""

from libc.stdint cimport uint32_t, uint8_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

cdef enum:
    LEVELS = 16
    BLOCKED = 64                # a loss that no light survives

cdef struct Row:
    uint32_t *items
    size_t count
    size_t room

cdef struct Queue:
    Row rows[LEVELS]
    bint exhausted              # memory ran out: the outcome is worthless


cdef inline void clear(Queue *q) noexcept nogil:
    """An empty queue; its first use."""
    memset(q, 0, sizeof(Queue))


cdef inline void release(Queue *q) noexcept nogil:
    """Give the memory back."""
    cdef int i
    for i in range(LEVELS):
        free(q.rows[i].items)
    memset(q, 0, sizeof(Queue))


cdef inline void push(Queue *q, int level, uint32_t cell) noexcept nogil:
    """Put a cell behind the others of its level."""
    cdef Row *row = q.rows + level
    cdef size_t room
    cdef uint32_t *items
    if row.count == row.room:
        room = row.room * 2 + 1024
        items = <uint32_t *>realloc(row.items, room * sizeof(uint32_t))
        if items == NULL:
            q.exhausted = True
            return
        row.items = items
        row.room = room
    row.items[row.count] = cell
    row.count += 1


cdef inline void spread(Queue *q, uint8_t *levels, const uint8_t *loss, const int *steps) noexcept nogil:
    """Hand light on until nothing grows: a cell gets its neighbour's level less its own loss.

    `steps` are the six ways to a neighbour. Cells at the rim of the arrays must have the loss BLOCKED.
    """
    cdef int level, i, found
    cdef size_t n
    cdef uint32_t cell, other
    cdef Row *row
    for level in range(LEVELS - 1, 1, -1):
        row = q.rows + level
        n = 0
        while n < row.count:
            cell = row.items[n]
            n += 1
            if levels[cell] != level:
                continue
            for i in range(6):
                other = cell + steps[i]
                found = level - loss[other]
                if found > levels[other]:
                    levels[other] = <uint8_t>found
                    if found > 1:
                        push(q, found, other)
        row.count = 0
    q.rows[1].count = 0
