"""The published rules for the schemas of strict function tools, as a checker.

Rules: OpenAI, "Structured model outputs", supported schemas: the root is an object and no anyOf; every object forbids additional
properties and lists all its properties as required; types are string, number, boolean, integer, object, array, null, enum and anyOf;
the keywords below and no others; at most 5,000 properties, 10 levels of objects, 1,000 enum values and 120,000 signs of names and
enum values. A function's name has at most 64 letters, digits, `_` and `-`; its description at most 1,024 signs.
"""

import re

TYPES = {"string", "number", "boolean", "integer", "object", "array", "null"}
COMMON = {"type", "description", "title", "enum", "const", "anyOf", "$ref", "$defs"}
KEYWORDS = {
    "string": {"pattern", "format"},
    "number": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "integer": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "array": {"items", "minItems", "maxItems"},
    "object": {"properties", "required", "additionalProperties"},
    "boolean": set(),
    "null": set(),
}


def problems_of_tool(tool):
    """What a strict function tool may not have; an empty list for a good one."""
    found = []
    if set(tool) != {"type", "name", "description", "strict", "parameters"}:
        found.append(f"a tool has {sorted(tool)}")
    if tool["type"] != "function" or tool["strict"] is not True:
        found.append("it is no strict function")
    if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"]) is None:
        found.append(f"the name {tool['name']!r}")
    if not 0 < len(tool["description"]) <= 1024:
        found.append("the length of the description")
    root = tool["parameters"]
    if root.get("type") != "object" or "anyOf" in root:
        found.append("the root is no plain object")
    counts = {"properties": 0, "enums": 0, "signs": 0}
    _walk(root, "parameters", 1, counts, found)
    limits = {"properties": 5000, "enums": 1000, "signs": 120_000}
    found += [f"{counts[name]} {name}" for name, limit in limits.items() if counts[name] > limit]
    return found


def _walk(schema, path, depth, counts, found):
    if not isinstance(schema, dict):
        found.append(f"{path} is no schema")
        return
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if not types and "anyOf" not in schema and "$ref" not in schema:
        found.append(f"{path} has no type")
    found += [f"{path} has the type {name!r}" for name in types if name not in TYPES]
    allowed = COMMON.union(*(KEYWORDS.get(name, set()) for name in types))
    found += [f"{path} has the keyword {name!r}" for name in schema if name not in allowed]
    values = schema.get("enum", [])
    counts["enums"] += len(values)
    counts["signs"] += sum(len(str(value)) for value in values)
    if "object" in types:
        properties = schema.get("properties", {})
        counts["properties"] += len(properties)
        counts["signs"] += sum(len(name) for name in properties)
        if schema.get("additionalProperties") is not False:
            found.append(f"{path} allows additional properties")
        if list(schema.get("required", [])) != list(properties):
            found.append(f"{path} does not require all its properties")
        if depth > 10:
            found.append(f"{path} is nested too deep")
        for name, inner in properties.items():
            _walk(inner, f"{path}.{name}", depth + 1, counts, found)
    if "array" in types:
        _walk(schema.get("items"), f"{path}[]", depth, counts, found)
    for index, inner in enumerate(schema.get("anyOf", [])):
        _walk(inner, f"{path}|{index}", depth, counts, found)
