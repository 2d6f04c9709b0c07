"""The page of a study, as Markdown with pictures beside it and as one self-contained HTML file."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any, Final

from experiments.study import Report, Study

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #ccc; --soft: #f3f3f3; --link: #0645ad; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #16181b; --line: #444; --soft: #22252a; --link: #8ab4f8; }
}
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.wide, p:has(> img) { overflow-x: auto; }
.wide { margin: 1rem 0; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: normal; }
td[style*="right"] { white-space: nowrap; }
th { background: var(--soft); }
code { background: var(--soft); padding: 0 .2rem; }
pre { background: var(--soft); padding: .6rem; overflow-x: auto; }
pre code { padding: 0; }
img { display: block; width: 100%; min-width: 32rem; max-width: 45rem; height: auto; background: #fff; }
@media (max-width: 40rem) {
  body { padding: .6rem; }
  table { font-size: .8rem; }
  th, td { padding: .25rem .3rem; }
}
"""

SHELL: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body><main>
{body}</main></body>
</html>
"""


HEADING: Final = re.compile(r"^(##+) (.+)$", re.MULTILINE)


def to_markdown(study: Study, report: Report, answer: str, made: str) -> str:
    """The page of a study, with its pictures in files beside it; `made` says when and where the rows were measured."""
    sections = {"Summary": report.summary, "How it was measured": study.method, "Details": report.details}
    text = "\n\n".join(f"## {title}\n\n{section.strip()}" for title, section in sections.items() if section)
    return f"# {study.title}\n\n{answer}\n\n{contents(text)}\n\n{text}\n\n*{made}*\n"


def contents(markdown: str) -> str:
    """A list of links to the sections of a text, with their subsections."""
    headings = HEADING.findall(markdown)
    return "\n".join(f"{'  ' * (len(level) - 2)}- [{title}](#{anchor(title)})" for level, title in headings)


def anchor(title: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\s-]", "", title.lower()).strip().replace(" ", "-")


def to_html(title: str, markdown: str, pictures: Mapping[str, str]) -> str:
    """The page as one HTML file, its pictures embedded."""
    from markdown_it import MarkdownIt

    reader: Any = MarkdownIt("commonmark").enable("table")
    body = reader.render(markdown)
    body = re.sub(r"<(h\d)>(.*?)</\1>", _with_anchor, body)
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<th ", '<th scope="col" ').replace("<th>", '<th scope="col">')
    body = re.sub(r'src="([^"]+)\.svg"', lambda match: f'src="{_embedded(pictures[match[1]])}"', body)
    return SHELL.format(title=escape(title), style=STYLE, body=body)


def _with_anchor(heading: re.Match[str]) -> str:
    """A heading with its anchor."""
    level, title = heading.groups()
    return f'<{level} id="{anchor(unescape(re.sub("<.*?>", "", title)))}">{title}</{level}>'


def _embedded(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
