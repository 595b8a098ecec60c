"""One C++ file as the tidy rules see it: code without comments and strings, includes, functions."""

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""", re.DOTALL
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
NOT_A_FUNCTION = re.compile(r"^\s*(?:template\s*<[^{]*>\s*)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern|export)\b")
INITIALISER_LIST = re.compile(r"\)\s*(?:noexcept\b[^:]*)?:(?!:)")


@dataclass
class Include:
    line: int
    quoted: bool
    path: str


@dataclass
class Function:
    name: str
    line: int  # where it is declared
    lines: int  # from there to the closing brace
    begin: int  # offsets of its body in the code
    end: int


def blank(text: str) -> str:
    """Blanks of the same shape: offsets and line numbers stay."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text: str) -> str:
    return TOKEN.sub(lambda m: blank(m[0]) if m[0].startswith("/") else m[0], text)


def code_only(text: str) -> str:
    """The text with every comment, string and character blanked."""
    return TOKEN.sub(lambda m: blank(m[0]), text)


def comments_only(text: str) -> str:
    """The text with everything but its comments blanked."""
    parts, at = [], 0
    for m in TOKEN.finditer(text):
        parts += [blank(text[at : m.start()]), m[0] if m[0].startswith("/") else blank(m[0])]
        at = m.end()
    return "".join(parts) + blank(text[at:])


def line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def includes(text: str) -> list[Include]:
    code = without_comments(text)
    return [Include(line_of(code, m.start()), m[1] == '"', m[2]) for m in INCLUDE.finditer(code)]


def closing(code: str, opening: int) -> int:
    """The offset of the brace that closes the one at `opening`, or the end of a file cut short."""
    depth = 0
    for m in re.compile(r"[{}]").finditer(code, opening):
        depth += 1 if m[0] == "{" else -1
        if depth == 0:
            return m.start()
    return len(code)


def functions(code: str) -> list[Function]:
    """Every function with a body, from code without comments and strings. Lambdas count to the function they stand in."""
    code = re.sub(r"^[ \t]*#.*$", lambda m: blank(m[0]), code, flags=re.MULTILINE)
    found: list[Function] = []
    header = at = 0
    while m := re.compile(r"[{};]").search(code, at):
        at = m.end()
        if m[0] != "{":
            header = at
            continue
        text = code[header : m.start()]
        if NOT_A_FUNCTION.match(text):
            header = at  # look inside
        elif re.search(r"[=,(]\s*$|\breturn\s*$", text) or "(" not in text or (INITIALISER_LIST.search(text) and re.search(r"[\w>]\s*$", text)):
            at = closing(code, m.start()) + 1  # an initialiser: its braces say nothing
        else:
            end = closing(code, m.start())
            start = header + len(text) - len(text.lstrip())
            name = re.search(r"([~\w:]+|operator\W+)\s*\(", text)
            found.append(Function(name[1] if name else "?", line_of(code, start), code.count("\n", start, end) + 1, m.start(), end))
            header = at = end + 1
    return found
