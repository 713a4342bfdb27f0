# The life of the library: entry point, start of Python, frames, end.
cdef GDExtensionMainLoopCallbacks main_loop_callbacks
cdef object runtime = None


cdef public uint8_t godot_python_init(
    GDExtensionInterfaceGetProcAddress address, GDExtensionClassLibraryPtr token, GDExtensionInitialization* initialization
) noexcept nogil:
    global library
    library = token
    load_interface(address)
    initialization.minimum_initialization_level = GDEXTENSION_INITIALIZATION_SCENE
    initialization.initialize = initialize_level
    initialization.deinitialize = deinitialize_level
    return 1


cdef void initialize_level(void* userdata, GDExtensionInitializationLevel level) noexcept nogil:
    global state, engine_depth
    if level == GDEXTENSION_INITIALIZATION_EDITOR and state == 1:
        enter_editor()
    if level != GDEXTENSION_INITIALIZATION_SCENE or state != 0:
        return
    load_type_functions()
    load_string_functions()
    load_callable_functions()
    load_dictionary_functions()
    load_core_binds()
    binding_callbacks.create_callback = create_binding
    binding_callbacks.free_callback = free_binding
    binding_callbacks.reference_callback = reference_binding
    engine_depth = 1
    if start_python() != 0:
        gd.print_error("Python did not start, so no Python class exists; see the message above", "godot_python", "addons/godot_python", 0, 1)
        return
    state = 1
    boot()
    PyEval_SaveThread()
    main_loop_callbacks.startup_func = main_loop_started
    main_loop_callbacks.frame_func = main_loop_frame
    main_loop_callbacks.shutdown_func = main_loop_stopping
    gd.register_main_loop_callbacks(library, &main_loop_callbacks)


cdef void boot() noexcept with gil:
    global runtime, in_editor
    try:
        import sys
        from os.path import exists, normpath
        folder = decode_path(library_folder)
        # An exported game has no interpreter.txt: all of its Python stands in one folder beside the library.
        sys.path.insert(0, normpath(folder + ("/../python" if exists(folder + "/interpreter.txt") else "/python/project")))
        load_tables()
        describe_value_types()
        describe_opaque_types()
        install_builtins()
        in_editor = singleton("Engine").is_editor_hint()
        import godot._runtime
        runtime = godot._runtime
        runtime.boot(folder)
    except BaseException as problem:
        report(problem, "the start of Python")


cdef str decode_path(const char* path):
    return (<bytes>path).decode("utf-8", "surrogateescape")


cdef void enter_editor() noexcept with gil:
    run_hook("enter_editor")


cdef void main_loop_started() noexcept with gil:
    run_hook("startup")


cdef void main_loop_frame() noexcept with gil:
    try:
        if release_count or late_drops:
            release_queued()
    except BaseException as problem:
        report(problem, "the frame")
    run_hook("frame")


cdef void main_loop_stopping() noexcept with gil:
    run_hook("shutdown")


cdef void run_hook(str name) noexcept:
    if runtime is None:
        return
    try:
        getattr(runtime, name)()
    except BaseException as problem:
        report(problem, name)


cdef void deinitialize_level(void* userdata, GDExtensionInitializationLevel level) noexcept nogil:
    if level == GDEXTENSION_INITIALIZATION_SCENE and state == 1:
        shut_down()


cdef void shut_down() noexcept with gil:
    """The engine goes: give back what Python holds of it, then never touch it again. Python itself is left as it is."""
    global state
    try:
        run_hook("leave")
        release_queued()
        drop_all_references()
        unregister_classes()
    except BaseException as problem:
        report(problem, "the end of Python")
    state = 2
