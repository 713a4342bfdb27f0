"""Words of other languages and what stands for them here."""

from __future__ import annotations

#: Types of other languages, with the type to use.
FOREIGN_TYPES: dict[str, str] = {
    **dict.fromkeys(("int", "bool", "boolean", "long", "short", "uint", "unsigned", "byte", "int32", "Integer", "Boolean"), "integer"),
    **dict.fromkeys(("double", "real", "decimal", "number", "Float"), "float"),
    **dict.fromkeys(("str", "String", "char", "text"), "string"),
    **dict.fromkeys(("uuid", "UUID", "Key", "agent", "guid"), "key"),
    **dict.fromkeys(("vec", "vec3", "vector3", "Vector", "Vector3", "color"), "vector"),
    **dict.fromkeys(("quat", "Quaternion", "rot", "Rotation", "vec4"), "rotation"),
    **dict.fromkeys(("array", "Array", "List", "dict", "map", "table", "tuple"), "list"),
    **dict.fromkeys(("var", "let", "const", "auto", "final", "static", "local", "my", "any"), ""),
}

#: Statements and keywords of other languages: what to write instead.
FOREIGN_STATEMENTS: dict[str, str] = {
    "break": "jump to a label after the loop: jump done; … @done;",
    "continue": "jump to a label at the end of the loop body: jump next; … @next;",
    "switch": "if and else if, one for each case",
    "case": "if and else if, one for each case",
    "goto": "jump label;",
    "foreach": "for (i = 0; i < llGetListLength(list); ++i)",
    "elif": "else if (condition)",
    "elseif": "else if (condition)",
    "elsif": "else if (condition)",
    "unless": "if (!(condition))",
    "until": "while (!(condition))",
    "loop": "while (TRUE)",
    "try": "plain statements: there are no exceptions",
    "catch": "plain statements: there are no exceptions",
    "throw": "plain statements: there are no exceptions",
    "function": "name(type parameter) { … } at the top of the script",
    "func": "name(type parameter) { … } at the top of the script",
    "def": "name(type parameter) { … } at the top of the script",
    "void": "nothing: a function without a type in front returns nothing",
    "new": "a plain value: there are no objects",
    "class": "functions and globals: there are no classes",
    "struct": "a list: there are no structures",
    "import": "everything in one script: there are no modules",
    "include": "everything in one script: there is no preprocessor",
    "define": "a global variable: there is no preprocessor",
    "end": "} to close a block",
    "begin": "{ to open a block",
    "then": "the statement right after the condition",
    "pass": "an empty statement: ;",
    "delete": "nothing: variables need no deleting",
    "async": "plain statements: nothing is asynchronous",
    "await": "plain statements: nothing is asynchronous",
    "public": "nothing: there is no visibility",
    "private": "nothing: there is no visibility",
}

#: Words in front of a definition that are left out, with all that follows read as usual.
DROPPED_WORDS = frozenset(("void", "function", "func", "def", "public", "private", "static", "const"))
