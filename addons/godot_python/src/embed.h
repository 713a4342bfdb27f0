/* Starting CPython inside Godot: the part that must be C because PyConfig, dladdr and thread-local storage have no Cython form. */
#pragma once
#include <Python.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How deep this thread is inside a call that Godot made into Python. Zero means the thread is Python's own,
   and engine objects are refused to it. The main thread starts at one and never returns to zero. */
static __thread int engine_depth __attribute__((tls_model("initial-exec")));

/* The marshalled class tables, placed in read-only data by the assembler. */
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    ".globl godot_python_tables\n"
    ".hidden godot_python_tables\n"
    "godot_python_tables:\n"
    ".incbin \"" TABLES_FILE "\"\n"
    ".globl godot_python_tables_end\n"
    ".hidden godot_python_tables_end\n"
    "godot_python_tables_end:\n"
    ".previous\n");
extern const char godot_python_tables[] __attribute__((visibility("hidden")));
extern const char godot_python_tables_end[] __attribute__((visibility("hidden")));

PyMODINIT_FUNC PyInit__godot(void);

static char library_folder[4096];

static void find_library_folder(void) {
    Dl_info info;
    library_folder[0] = 0;
    if (!dladdr((void *)&find_library_folder, &info)) return;
    char *resolved = realpath(info.dli_fname, NULL);
    snprintf(library_folder, sizeof library_folder, "%s", resolved ? resolved : info.dli_fname);
    free(resolved);
    char *slash = strrchr(library_folder, '/');
    if (slash) *slash = 0;
}

/* Extension modules such as numpy's do not link libpython; they need its symbols to be global. */
static void make_python_symbols_global(void) {
    Dl_info info;
    if (dladdr((void *)&Py_IsInitialized, &info)) dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

/* Reads "key=value" from the file that the build wrote beside the library; keeps the default and returns 0 when there is none. */
static int interpreter_setting(const char *key, char *value, size_t size) {
    char path[4200], line[4200];
    snprintf(path, sizeof path, "%s/interpreter.txt", library_folder);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    int found = 0;
    size_t length = strlen(key);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, key, length) == 0 && line[length] == '=') {
            snprintf(value, size, "%s", line + length + 1);
            found = 1;
            break;
        }
    }
    fclose(file);
    return found;
}

/* Loads what lies in an exported game's python/lib. An extension module is opened by its path, and then the loader asks no library's
   RPATH for what the module needs; but it takes what is loaded already under that name. A library whose own needs come later in the
   folder fails at first, hence the rounds. */
static void load_libraries_of_the_game(void) {
    char folder[4200], path[4600];
    snprintf(folder, sizeof folder, "%s/python/lib", library_folder);
    int loaded = -1, before;
    do {
        DIR *entries = opendir(folder);
        if (!entries) return;
        before = loaded;
        loaded = 0;
        for (struct dirent *entry; (entry = readdir(entries));) {
            if (!strstr(entry->d_name, ".so")) continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            loaded += dlopen(path, RTLD_LAZY) != NULL;
        }
        closedir(entries);
    } while (loaded > before);
}

/* Starts the interpreter; afterwards the calling thread holds the GIL. Returns 0, or -1 with a message on stderr. */
static int start_python(void) {
    char home[4300], executable[4300] = "";
    find_library_folder();
    make_python_symbols_global();
    snprintf(home, sizeof home, "%s/python", library_folder);
    if (!interpreter_setting("home", home, sizeof home)) load_libraries_of_the_game();
    interpreter_setting("executable", executable, sizeof executable);
    if (Py_IsInitialized()) {
        fprintf(stderr, "godot_python: another Python already runs in this process; remove the other Python extension\n");
        return -1;
    }
    PyImport_AppendInittab("_godot", PyInit__godot);

    PyPreConfig preconfig;
    PyPreConfig_InitIsolatedConfig(&preconfig);
    preconfig.utf8_mode = 1;
    PyStatus status = Py_PreInitialize(&preconfig);

    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.install_signal_handlers = 0;
    config.site_import = 0;
    if (!PyStatus_Exception(status)) status = PyConfig_SetBytesString(&config, &config.home, home);
    if (!PyStatus_Exception(status) && executable[0]) status = PyConfig_SetBytesString(&config, &config.executable, executable);
    if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    if (PyStatus_Exception(status)) {
        fprintf(stderr, "godot_python: Python in %s does not start: %s (run the build again)\n", home,
                status.err_msg ? status.err_msg : "unknown reason");
        return -1;
    }
    /* Before this import none of the module's own constants exist, so no function of it may run. */
    PyObject *module = PyImport_ImportModule("_godot");
    if (!module) {
        PyErr_Print();
        return -1;
    }
    Py_DECREF(module);
    return 0;
}
