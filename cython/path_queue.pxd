"""The open cells of a path search in order: by estimated total cost, and of equal ones the last put in comes first.

Estimates never fall while a search goes on and never rise by more than `BUCKETS` at a step, so a ring of lists, one a value, takes the place
of a heap (R. B. Dial, "Algorithm 360", CACM 12, 1969). The lists run through the nodes themselves: nothing is allocated.
"""

from libc.stdint cimport int16_t, int32_t

cdef enum:
    BUCKETS = 128
    NONE = -1

cdef struct Node:
    int16_t x
    int16_t y
    int16_t z
    int16_t closed              # 1 once its cost is final
    int32_t under               # another node of the same column and slot
    int32_t cost                # of the best way here yet
    int32_t rest                # at least so much is still to come
    int32_t parent
    int32_t before              # neighbours in the list of its bucket
    int32_t after

cdef struct Queue:
    int32_t first[BUCKETS]
    int32_t total               # no node in the queue has a lower estimate
    int32_t size


cdef inline void clear(Queue *q, int32_t total) noexcept nogil:
    cdef int i
    for i in range(BUCKETS):
        q.first[i] = NONE
    q.total = total
    q.size = 0


cdef inline void put(Queue *q, Node *nodes, int32_t at) noexcept nogil:
    """Put a node first among those of its estimate."""
    cdef Node *n = nodes + at
    cdef int32_t *first = q.first + ((n.cost + n.rest) & (BUCKETS - 1))
    n.before = NONE
    n.after = first[0]
    if first[0] != NONE:
        nodes[first[0]].before = at
    first[0] = at
    q.size += 1


cdef inline void drop(Queue *q, Node *nodes, int32_t at) noexcept nogil:
    """Take a node out, wherever it stands; its estimate must still be the one it was put in with."""
    cdef Node *n = nodes + at
    if n.before == NONE:
        q.first[(n.cost + n.rest) & (BUCKETS - 1)] = n.after
    else:
        nodes[n.before].after = n.after
    if n.after != NONE:
        nodes[n.after].before = n.before
    q.size -= 1


cdef inline int32_t take(Queue *q, Node *nodes) noexcept nogil:
    """Take the first node out; `NONE` when there is none."""
    cdef int32_t at
    if q.size == 0:
        return NONE
    while q.first[q.total & (BUCKETS - 1)] == NONE:
        q.total += 1
    at = q.first[q.total & (BUCKETS - 1)]
    drop(q, nodes, at)
    return at
