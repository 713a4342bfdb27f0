"""Scripts around a line of code, and what the gate says to them."""

from littlefolk.lsl import gate, parse
from littlefolk.lsl.table import FUNCTIONS

UUID = "8f1d4b1e-2c0d-4f2a-9b6e-1a2b3c4d5e6f"
ZEROS = {
    "integer": "0",
    "float": "0.0",
    "string": '""',
    "key": "NULL_KEY",
    "vector": "ZERO_VECTOR",
    "rotation": "ZERO_ROTATION",
    "list": "[]",
}


def handler(code, top=""):
    return f"{top}\ndefault\n{{\n    state_entry()\n    {{\n        {code}\n    }}\n}}\n"


def categories(source):
    return [refusal.category for refusal in gate(parse(source))]


def call(name, gap=""):
    return f"{name}{gap}({', '.join(ZEROS[p.type] for p in FUNCTIONS[name].parameters)})"
