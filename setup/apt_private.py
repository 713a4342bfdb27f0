"""An apt of our own: packages of Debian downloaded and verified in a folder, with no root and nothing installed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from setup.apt_sources import Mirror
from setup.console import Progress, SetupError
from setup.places import LOGS
from setup.process import run

ARCHITECTURE = "amd64"

# Given with -c, so read after the system's own configuration: proxies and credentials there stay, hooks of this image go.
CONFIGURATION = """
#clear APT::Update;
#clear DPkg::Post-Invoke;
#clear DPkg::Pre-Install-Pkgs;
Dir::Etc::sourcelist "{work}/sources.list";
Dir::Etc::sourceparts "{work}/empty";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "{work}/empty";
Dir::State "{work}";
Dir::State::lists "{work}/lists";
Dir::State::status "{work}/status";
Dir::Cache "{work}";
Dir::Cache::archives "{work}/archives";
Dir::Log "{work}";
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
APT::Sandbox::User "root";
APT::Install-Recommends "false";
APT::Get::AllowUnauthenticated "false";
APT::Keep-Downloaded-Packages "true";
Binary::apt::APT::Keep-Downloaded-Packages "true";
Acquire::AllowInsecureRepositories "false";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11 {{ DefaultEnabled "false"; }};
Acquire::IndexTargets::deb::Contents-deb {{ DefaultEnabled "false"; }};
Acquire::Retries "3";
Debug::NoLocking "true";
"""

STATUS = """Package: {name}
Status: install ok installed
Architecture: {architecture}
Multi-Arch: same
Maintainer: littlefolk
Version: 999:1
Description: taken as present, since nothing unpacked here uses it

"""


class PrivateApt:
    """apt on the folder `work` (absolute), reading one suite of one mirror. Interrupted downloads are resumed by the next run."""

    def __init__(self, work: Path, mirror: Mirror, suite: str) -> None:
        self._work = work
        self._log = LOGS / "apt.log"
        self.suite = suite
        for name in ("lists/partial", "archives/partial", "none/partial", "empty"):
            (work / name).mkdir(parents=True, exist_ok=True)
        options = f"[arch={ARCHITECTURE} signed-by={mirror.keyring}]"
        (work / "sources.list").write_text(f"deb {options} {mirror.uri} {suite} main\n", encoding="utf-8")
        (work / "apt.conf").write_text(CONFIGURATION.format(work=work, architecture=ARCHITECTURE), encoding="utf-8")
        self._assume(())

    def update(self) -> None:
        """Fetch the suite's package list and check its signature. Raises SetupError with apt's own words."""
        self._apt("update", "-o", "APT::Update::Error-Mode=any", title=f"reading Debian {self.suite}", limit=600)

    def download(self, packages: Sequence[str], assumed: Sequence[str], title: str) -> list[Path]:
        """Download `packages` with their dependencies, taking those named in `assumed` as present. Returns the package files."""
        self._assume(assumed)
        # apt lists only what it would still download, so it is asked with a folder in which nothing is.
        elsewhere = ["-o", f"Dir::Cache::archives={self._work}/none"]
        listed = self._apt("install", "--print-uris", *elsewhere, *packages, title="", limit=120)
        names = [line.split()[1] for line in listed.splitlines() if line.startswith("'")]
        self._apt("install", "--download-only", *packages, title=title, limit=3600)
        files = [self._work / "archives" / name for name in names]
        missing = [path.name for path in files if not path.is_file()]
        if missing:
            raise SetupError(f"apt ended well without these packages: {', '.join(missing)}")
        return files

    def _assume(self, packages: Sequence[str]) -> None:
        status = "".join(STATUS.format(name=name, architecture=ARCHITECTURE) for name in packages)
        (self._work / "status").write_text(status, encoding="utf-8")

    def _apt(self, *arguments: str, title: str, limit: float) -> str:
        """One apt-get run; with a title its progress is shown. Returns its output."""
        command = ["apt-get", "-c", str(self._work / "apt.conf"), "-qq", "-y", "-o", "APT::Status-Fd=1", *arguments]
        with Progress(title) as bar:

            def show(line: str) -> None:
                kind, *rest = line.split(":", 3)
                if title and kind == "dlstatus" and len(rest) == 3:
                    bar.update(float(rest[1]) / 100, rest[2])

            ended = run(command, log=self._log, limit=limit, env={"LC_ALL": "C.UTF-8"}, each_line=show)
        if ended.code != 0 or ended.timed_out:
            said = [line for line in ended.output.splitlines() if line.startswith(("E:", "W:"))]
            raise SetupError(f"apt-get {arguments[0]} on Debian {self.suite} failed: " + ("\n    ".join(said) or f"code {ended.code}"))
        return ended.output
