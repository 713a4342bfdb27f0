"""Coverage-guided fuzzing of the whole package. Not collected by pytest; run by hand where `atheris` is installed:

    python tests/lsl/fuzz.py --seeds CORPUS             writes the cases, idioms and generated programs as a first corpus
    python tests/lsl/fuzz.py CORPUS -max_total_time=1800 -max_len=2000

Every input is parsed, checked, gated and, when it reads, printed and read again. An exception, a place outside of the text, a cap that
does not hold or a tree that changes on the way is a finding.
"""

import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT)]


def write_seeds(folder: Path) -> None:
    """A corpus of small texts."""
    from tests.lsl.gated import handler
    from tests.lsl.generator import program
    from tests.lsl.test_cases import place, read_cases
    from tests.lsl.test_gate_texts import ADDRESSES, COMMANDS, SECRETS
    from tests.lsl.test_idioms import idioms

    texts = [place("", *case.values)[0] for case in read_cases()]
    texts += [case.values[0] for case in idioms()]
    texts += [handler(code, top) for code, top in COMMANDS + ADDRESSES] + [handler(code) for code in SECRETS]
    texts += [program(Random(seed), 2) for seed in range(300)]
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"seed-{number:04}").write_bytes(text.encode("utf-8", "surrogatepass"))
    print(f"wrote {len(texts)} seeds")


def main() -> None:
    if sys.argv[1:2] == ["--seeds"]:
        write_seeds(Path(sys.argv[2]))
        return
    import atheris

    with atheris.instrument_imports(include=["littlefolk.lsl"]):
        from littlefolk.lsl import Caps, check, gate, parse, print_tree, walk

    caps = Caps(folds=20_000)

    def one(data: bytes) -> None:
        text = data.decode("utf-8", "surrogateescape")
        script = parse(text, caps=caps)
        lines = text.count("\n") + 1
        for finding in [*check(script), *gate(script)]:
            assert 1 <= finding.line <= lines, finding
            assert finding.column >= 1, finding
            assert finding.message
        nodes = sum(1 for node in walk(script) if 0 <= node.start <= node.end <= len(text))
        assert nodes <= 2 * caps.nodes
        if not any(item.severity == "error" for item in script.diagnostics):
            assert parse(print_tree(script), caps=Caps(bytes=10_000_000)) == script

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
