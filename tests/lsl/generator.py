"""Random programs that are right by construction.

Written from the language's description alone: it shares no table and no code with the package. Programs are made as lists of tokens,
each expression with the type it must have, and joined with random white space and comments.
"""

from random import Random

EVENTS = {
    "state_entry": [], "state_exit": [], "timer": [], "moving_end": [], "touch_start": ["integer"], "touch": ["integer"],
    "on_rez": ["integer"], "changed": ["integer"], "attach": ["key"], "object_rez": ["key"], "dataserver": ["key", "string"],
    "listen": ["integer", "string", "key", "string"], "link_message": ["integer", "integer", "string", "key"],
    "control": ["key", "integer", "integer"], "http_response": ["key", "integer", "list", "string"], "money": ["key", "integer"],
    "at_target": ["integer", "vector", "vector"], "land_collision": ["vector"],
    "email": ["string", "string", "string", "string", "integer"],
    "at_rot_target": ["integer", "rotation", "rotation"],
}  # fmt: skip
LIBRARY = {
    "integer": [("llAbs", ["integer"]), ("llFloor", ["float"]), ("llStringLength", ["string"]), ("llGetListLength", ["list"]),
                ("llListFindList", ["list", "list"]), ("llGetUnixTime", [])],
    "float": [("llFrand", ["float"]), ("llVecMag", ["vector"]), ("llList2Float", ["list", "integer"]), ("llGetTime", [])],
    "string": [("llGetSubString", ["string", "integer", "integer"]), ("llToUpper", ["string"]), ("llKey2Name", ["key"]),
               ("llList2String", ["list", "integer"]), ("llGetObjectName", [])],
    "key": [("llGetOwner", []), ("llDetectedKey", ["integer"]), ("llList2Key", ["list", "integer"])],
    "vector": [("llGetPos", []), ("llVecNorm", ["vector"]), ("llRot2Euler", ["rotation"])],
    "rotation": [("llGetRot", []), ("llEuler2Rot", ["vector"])],
    "list": [("llList2List", ["list", "integer", "integer"]), ("llParseString2List", ["string", "list", "list"])],
    "void": [("llSay", ["integer", "string"]), ("llOwnerSay", ["string"]), ("llSetTimerEvent", ["float"]), ("llSetPos", ["vector"]),
             ("llSetRot", ["rotation"]), ("llInstantMessage", ["key", "string"])],
}  # fmt: skip
CONSTANTS = {
    "integer": ["TRUE", "FALSE", "ALL_SIDES", "PERMISSION_ATTACH", "LINK_SET"], "float": ["PI", "DEG_TO_RAD"], "string": ["EOF"],
    "key": [], "vector": ["ZERO_VECTOR"], "rotation": ["ZERO_ROTATION"], "list": [],
}  # fmt: skip
TYPES = ["integer", "float", "string", "key", "vector", "rotation", "list"]
GAPS = [" ", " ", " ", " ", "  ", "\n", "\t", "\r\n", " /* x */ ", " // y\n", " # ", "/**/", " $ ` "]


class Program:
    """One program; ``text`` joins it."""

    def __init__(self, random: Random, size: int = 4) -> None:
        self.random = random
        self.size = size
        self.names = 0
        self.scopes: list[list[tuple[str, str]]] = [[]]
        self.functions: list[tuple[str, str, list[str]]] = []
        self.states: list[str] = []
        self.event = False
        self.inside_if = 0

    # Small choices

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def pick(self, items):
        return items[self.random.randrange(len(items))]

    def name(self) -> str:
        self.names += 1
        return self.pick(["a", "gName", "x_", "_v", "llOwn", "Timer", "value"]) + str(self.names)

    def spelled(self, type_: str) -> str:
        return "quaternion" if type_ == "rotation" and self.chance(30) else type_

    def variable(self, type_: str) -> str | None:
        seen, found = set(), []
        for scope in reversed(self.scopes):
            for kind, name in reversed(scope):
                if name not in seen:
                    seen.add(name)
                    if kind == type_:
                        found.append(name)
        return self.pick(found) if found else None

    # Literals

    def number(self) -> str:
        return self.pick(["0", "1", "42", "007", "0x1F", "0XaB", "2147483647"])

    def broken(self) -> str:
        return self.pick(["0.5", ".5", "1.", "1e3", "1.5f", "2.E-1F", "3.25"])

    def literal(self, type_: str) -> list[str]:
        match type_:
            case "integer":
                return ["-", self.number()] if self.chance(25) else [self.number()]
            case "float":
                return ["-", self.broken()] if self.chance(25) else [self.broken()]
            case "string" | "key":
                return [self.pick(['""', '"a"', 'L"w"', '"q\\"\\\\ \\n\\t"', '"two\nlines"', '"// no"', '"日本"'])]
            case "vector":
                return ["<", *self.literal("float"), ",", *self.literal("integer"), ",", *self.literal("float"), ">"]
            case "rotation":
                return ["<", *self.literal("float"), ",", "0", ",", *self.literal("integer"), ",", "1", ">"]
        parts = [self.literal(self.pick(TYPES[:-1])) for _ in range(self.random.randrange(3))]
        return ["[", *self.joined(parts), "]"]

    @staticmethod
    def joined(parts: list[list[str]]) -> list[str]:
        return [token for i, part in enumerate(parts) for token in ([",", *part] if i else part)]

    # Expressions

    def expression(self, type_: str, depth: int) -> list[str]:
        """Tokens of an expression of exactly this type."""
        if depth <= 0 or self.chance(25):
            return self.leaf(type_)
        makers = [self.call, self.grouped, self.cast, self.binary, self.assigned]
        made = self.pick(makers)(type_, depth - 1)
        return made if made is not None else self.leaf(type_)

    def leaf(self, type_: str) -> list[str]:
        variable = self.variable(type_)
        if variable and self.chance(60):
            return [variable]
        if CONSTANTS[type_] and self.chance(30):
            return [self.pick(CONSTANTS[type_])]
        if type_ == "float" and self.chance(30):
            vector = self.variable("vector")
            if vector:
                return [vector, ".", self.pick("xyz")]
        return ["llGetOwner", "(", ")"] if type_ == "key" else self.literal(type_)

    def fitting(self, type_: str, depth: int) -> list[str]:
        """An expression that may be assigned to this type."""
        if self.chance(20):
            type_ = {"float": "integer", "string": "key", "key": "string"}.get(type_, type_)
        return self.expression(type_, depth)

    def call(self, type_: str, depth: int) -> list[str]:
        own = [(name, parameters) for name, returns, parameters in self.functions if returns == type_]
        name, parameters = self.pick(own + LIBRARY[type_])
        return [name, "(", *self.joined([self.fitting(kind, depth) for kind in parameters]), ")"]

    def grouped(self, type_: str, depth: int) -> list[str]:
        return ["(", *self.expression(type_, depth), ")"]

    def cast(self, type_: str, depth: int) -> list[str] | None:
        sources = {
            "integer": ["float", "string", "integer"], "float": ["integer", "string", "float"], "string": TYPES, "key": ["string", "key"],
            "vector": ["string", "vector"], "rotation": ["string", "rotation"], "list": TYPES,
        }  # fmt: skip
        source = self.pick(sources[type_])
        head = ["(", self.spelled(type_), ")"]
        if self.chance(50):
            return [*head, "(", *self.expression(source, depth), ")"]
        return [*head, *(self.leaf(source) if self.chance(50) else self.call(source, depth))]

    def binary(self, type_: str, depth: int) -> list[str] | None:
        if type_ == "integer" and self.chance(60):
            return self.chain(depth)
        pairs = {
            "integer": [("float", "<", "integer"), ("string", "==", "key"), ("vector", "!=", "vector"), ("list", "==", "list"),
                        ("rotation", "==", "rotation"), ("float", ">=", "float"), ("key", "!=", "key")],
            "float": [("float", "+", "integer"), ("integer", "*", "float"), ("vector", "*", "vector"), ("float", "/", "float"),
                      ("float", "-", "float")],
            "string": [("string", "+", "string")],
            "vector": [("vector", "+", "vector"), ("vector", "%", "vector"), ("vector", "*", "rotation"), ("vector", "/", "float"),
                       ("float", "*", "vector"), ("vector", "-", "vector")],
            "rotation": [("rotation", "*", "rotation"), ("rotation", "/", "rotation"), ("rotation", "+", "rotation")],
            "list": [("list", "+", "list"), ("list", "+", "string"), ("vector", "+", "list"), ("list", "+", "integer")],
        }.get(type_)  # fmt: skip
        if pairs is None:
            return None
        left, operator, right = self.pick(pairs)
        return ["(", *self.operand(left, depth), operator, *self.operand(right, depth), ")"]

    def operand(self, type_: str, depth: int) -> list[str]:
        """An operand: leaves and calls as they are, anything else in parentheses."""
        if self.chance(50):
            return self.leaf(type_)
        if type_ in ("integer", "float", "vector", "rotation") and self.chance(20):
            return ["-", "(", *self.expression(type_, depth), ")"]
        return ["(", *self.expression(type_, depth), ")"]

    def chain(self, depth: int) -> list[str]:
        """Integers joined by any operators without parentheses: every grouping has a type."""
        tokens = self.term(depth)
        for _ in range(1 + self.random.randrange(4)):
            operators = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", ">", "<=", ">="]
            tokens += [self.pick(operators), *self.term(depth)]
        return ["(", *tokens, ")"]

    def term(self, depth: int) -> list[str]:
        prefix = self.pick([[], [], [], ["!"], ["~"], ["-"], ["!", "-"], ["-", "!"]])
        variable = self.variable("integer")
        if variable and not prefix and self.chance(20):
            return self.pick([["++", variable], [variable, "--"]])
        return [*prefix, *(self.leaf("integer") if self.chance(70) else self.call("integer", depth))]

    def assigned(self, type_: str, depth: int) -> list[str] | None:
        variable = self.variable(type_)
        if variable is None:
            return None
        return ["(", variable, "=", *self.fitting(type_, depth), ")"]

    # Statements

    def block(self, depth: int, tail: list[str] | None = None) -> list[str]:
        self.scopes.append([])
        tokens = ["{"]
        for _ in range(self.random.randrange(self.size)):
            tokens += self.statement(depth, declarations=True)
        self.scopes.pop()
        return [*tokens, *(tail or []), "}"]

    def statement(self, depth: int, *, declarations: bool) -> list[str]:
        simple = [self.assignment, self.assignment, self.void_call, self.evaluation, self.empty, self.change, self.leave]
        nested = [self.conditional, self.loop, self.repeat, self.count, self.scoped] if depth > 0 else []
        if declarations:
            simple += [self.declaration, self.declaration, self.jumps]
        return self.pick(simple + nested)(depth - 1)

    def empty(self, depth: int) -> list[str]:
        return [";"]

    def scoped(self, depth: int) -> list[str]:
        return self.block(depth)

    def declaration(self, depth: int) -> list[str]:
        type_, name = self.pick(TYPES), self.name()
        value = ["=", *self.fitting(type_, 2)] if self.chance(70) else []
        self.scopes[-1].append((type_, name))
        return [self.spelled(type_), name, *value, ";"]

    def assignment(self, depth: int) -> list[str]:
        type_ = self.pick(TYPES)
        variable = self.variable(type_)
        if variable is None:
            return [";"]
        if type_ in ("vector", "rotation") and self.chance(40):
            return [variable, ".", self.pick("xyz"), self.pick(["=", "+=", "*="]), *self.expression("float", 1), ";"]
        compound = {
            "integer": [("+=", "integer"), ("*=", "float"), ("%=", "integer")], "float": [("-=", "float"), ("/=", "integer")],
            "string": [("+=", "string")], "vector": [("*=", "float"), ("+=", "vector"), ("*=", "rotation")],
            "rotation": [("*=", "rotation")], "list": [("+=", "list"), ("+=", "key"), ("+=", "vector")],
        }  # fmt: skip
        if type_ in compound and self.chance(40):
            operator, right = self.pick(compound[type_])
            return [variable, operator, *self.expression(right, 2), ";"]
        return [variable, "=", *self.fitting(type_, 3), ";"]

    def void_call(self, depth: int) -> list[str]:
        return [*self.call("void", 2), ";"]

    def evaluation(self, depth: int) -> list[str]:
        return [*self.expression(self.pick(TYPES), 3), ";"]

    def change(self, depth: int) -> list[str]:
        if self.event or self.inside_if:
            return ["state", self.pick([*self.states, "default"]), ";"]
        return [";"]

    def leave(self, depth: int) -> list[str]:
        if self.returns == "void":
            return ["return", ";"] if self.chance(20) else [";"]
        return ["return", *self.fitting(self.returns, 2), ";"]

    def jumps(self, depth: int) -> list[str]:
        label = self.name()
        return self.pick([["jump", label, ";", "@", label, ";"], ["@", label, ";", "jump", label, ";"]])

    def conditional(self, depth: int) -> list[str]:
        head = ["if", "(", *self.expression(self.pick(TYPES), 2), ")"]
        self.inside_if += 1
        tokens = [*head, *self.body(depth)]
        if self.chance(50):
            tokens += ["else", *self.body(depth)]
        self.inside_if -= 1
        return tokens

    def body(self, depth: int) -> list[str]:
        return self.block(depth) if self.chance(60) else self.statement(depth, declarations=False)

    def loop(self, depth: int) -> list[str]:
        return ["while", "(", *self.expression("integer", 2), ")", *self.body(depth)]

    def repeat(self, depth: int) -> list[str]:
        return ["do", *self.body(depth), "while", "(", *self.expression("integer", 2), ")", ";"]

    def count(self, depth: int) -> list[str]:
        lists = [self.joined([self.expression(self.pick(TYPES), 1) for _ in range(self.random.randrange(3))]) for _ in range(2)]
        return ["for", "(", *lists[0], ";", *self.expression("integer", 1), ";", *lists[1], ")", *self.body(depth)]

    # The frame

    def parameters(self, types: list[str]) -> list[str]:
        names = [(type_, self.name()) for type_ in types]
        self.scopes.append(names)
        return self.joined([[self.spelled(type_), name] for type_, name in names])

    def function(self, returns: str, name: str, types: list[str]) -> list[str]:
        self.event, self.returns = False, returns
        head = [*([self.spelled(returns)] if returns != "void" else []), name, "(", *self.parameters(types), ")"]
        tail = ["return", *self.literal(returns), ";"] if returns != "void" else None
        tokens = [*head, *self.block(3, tail)]
        self.scopes.pop()
        return tokens

    def state(self, head: list[str]) -> list[str]:
        tokens = [*head, "{"]
        events = sorted(EVENTS)
        self.random.shuffle(events)
        for event in events[: 1 + self.random.randrange(3)]:
            self.event, self.returns = True, "void"
            tokens += [event, "(", *self.parameters(EVENTS[event]), ")", *self.block(3)]
            self.scopes.pop()
        return [*tokens, "}"]

    def globals(self) -> list[str]:
        type_, name = self.pick(TYPES), self.name()
        value = []
        if self.chance(70):
            variable = self.variable(type_)
            constants = [["=", name] for name in CONSTANTS[type_]]
            value = self.pick([["=", *self.literal(type_)], *constants, *([["=", variable]] if variable else [])])
        self.scopes[0].append((type_, name))
        return [self.spelled(type_), name, *value, ";"]

    def tokens(self) -> list[str]:
        self.states = [self.name() for _ in range(self.random.randrange(3))]
        for _ in range(self.random.randrange(4)):
            types = [self.pick(TYPES) for _ in range(self.random.randrange(4))]
            self.functions.append((self.name(), self.pick(["void", *TYPES]), types))
        tokens: list[str] = []
        for _ in range(self.random.randrange(5)):
            tokens += self.globals()
        for name, returns, types in self.functions:
            tokens += self.function(returns, name, types)
        tokens += self.state(["default"])
        for name in self.states:
            tokens += self.state(["state", name])
        return tokens

    def text(self) -> str:
        parts: list[str] = []
        for token in self.tokens():
            gap = self.pick(GAPS)
            parts += [token, " " if token == "/" and gap[0] == "/" else gap]  # a slash before a comment would start another
        return "".join(parts)


def program(random: Random, size: int = 4) -> str:
    """The text of one program."""
    return Program(random, size).text()
