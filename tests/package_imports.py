"""What each package of the workspace imports and declares, read from its files without importing anything."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)
NAME = re.compile(r"`([\w.]+)`")


@dataclass(frozen=True)
class Import:
    """One module that a file imports; ``where`` is the importing module, dotted."""

    module: str
    where: str

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]


@dataclass(frozen=True)
class Package:
    """A package of the workspace: its name and folder."""

    name: str
    folder: Path

    @cached_property
    def product(self) -> tuple[Path, ...]:
        """The files that are installed."""
        inside = [p for p in self.folder.rglob("*.py") if p.relative_to(self.folder).parts[0] != "test"]
        return tuple(sorted(p for p in inside if p.name != "setup.py"))

    @cached_property
    def tests(self) -> tuple[Path, ...]:
        return tuple(sorted((self.folder / "test").rglob("*.py")))

    def imports(self, files: tuple[Path, ...]) -> set[Import]:
        """Return what files import from outside this package and the standard library."""
        return set(_imports(self, files))

    def strings(self) -> set[str]:
        """Return the string constants of the product: names of packages and modules that are started or found."""
        return {text for path in self.product for text in _read(path)[1]}

    def declared(self, *tags: str) -> set[str]:
        """Return the keys that package.xml declares with these tags."""
        xml = ElementTree.parse(self.folder / "package.xml").getroot()
        return {str(element.text).strip() for tag in tags for element in xml.findall(tag)}

    def required(self) -> set[str]:
        """Return what setup.py wants of pip."""
        tree = ast.parse((self.folder / "setup.py").read_text("utf-8"))
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
        given = {k.arg: k.value for call in calls for k in call.keywords}
        return set(ast.literal_eval(given["install_requires"]))


@dataclass(frozen=True)
class Outside:
    """A module from outside: what installs it, '' for no such thing."""

    rosdep: str
    pip: str


@cache
def _imports(package: Package, files: tuple[Path, ...]) -> frozenset[Import]:
    helpers = {path.stem for path in (*package.tests, *(ROOT / "tests").glob("*.py"))}
    found = set()
    for path in files:
        where = _dotted(path, package.folder)
        found |= {Import(module, where) for module in _read(path)[0]}
    here = {package.name, *sys.stdlib_module_names} | (helpers if files == package.tests else set())
    return frozenset(one for one in found if one.top not in here)


@cache
def packages() -> Mapping[str, Package]:
    """Return the packages of the workspace by name."""
    made = {}
    for xml in sorted([*ROOT.glob("src/*/package.xml"), *ROOT.glob("launch/package.xml")]):
        name = str(ElementTree.parse(xml).getroot().findtext("name"))
        made[name] = Package(name, xml.parent)
    return made


def rows(document: str, heading: str) -> Iterator[list[str]]:
    """Yield the rows of the first table behind a heading of a document, cells stripped."""
    text = (ROOT / "docs" / document).read_text("utf-8").partition(f"| {heading} |")[2]
    table = text.split("\n\n", maxsplit=1)[0]
    for number, match in enumerate(ROW.finditer(table)):
        if number:  # the line below the heading
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", match.group(1))]


@cache
def outside() -> Mapping[str, Outside]:
    """Return the table of docs/install.md."""
    made = {}
    for name, rosdep, pip in rows("install.md", "import"):
        made[NAME.findall(name)[0]] = Outside("" if rosdep == "-" else rosdep, pip)
    return made


@cache
def _read(path: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the modules that a file imports and its string constants; trees of all files would take much memory."""
    modules: list[str] = []
    strings = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                strings.add(node.value)
        elif isinstance(node, ast.Import):
            modules += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(modules), frozenset(strings)


def _dotted(path: Path, folder: Path) -> str:
    return ".".join(path.relative_to(folder).with_suffix("").parts)
