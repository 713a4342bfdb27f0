# What goes wrong is told through Godot's own error channel.
cdef object reporter = None


cdef void report(object problem, str where, object function=None) noexcept:
    """Reports an exception that must not travel into the engine. `function`: what the engine called."""
    global reporter
    try:
        if reporter is None:
            from godot._report import report as reporter_function
            reporter = reporter_function
        reporter(problem, where, function)
    except BaseException:
        PyErr_WriteUnraisable(<PyObject*>problem)


def callback_depth() -> int:
    """How many calls of the engine into Python this thread is in; 1 on the main thread outside of them, 0 on other threads."""
    return engine_depth


def engine_error(int kind, str summary, str text, str function, str file, int line):
    """Prints to Godot's console and debugger. kind: 0 error, 1 warning, 2 script error."""
    cdef bytes summary_bytes = summary.encode("utf-8", "replace")
    cdef bytes text_bytes = text.encode("utf-8", "replace")
    cdef bytes function_bytes = function.encode("utf-8", "replace")
    cdef bytes file_bytes = file.encode("utf-8", "replace")
    cdef const char* summary_text = summary_bytes
    cdef const char* message_text = text_bytes
    cdef const char* function_text = function_bytes
    cdef const char* file_text = file_bytes
    with nogil:
        if kind == 1:
            gd.print_warning_with_message(summary_text, message_text, function_text, file_text, line, 1)
        elif kind == 2:
            gd.print_script_error_with_message(summary_text, message_text, function_text, file_text, line, 1)
        else:
            gd.print_error_with_message(summary_text, message_text, function_text, file_text, line, 1)
