"""Sentences without facts stand in the templates of each language before they are compiled."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import jinja2
import pytest
from markupsafe import Markup

from tiltyard.text.language import LANGUAGES, speaking
from tiltyard.web.rendering import CompiledOnce, TemplatesIn, said

VALUE = re.compile(r"""\b_\((["'])([a-z0-9.-]+)\1\)""")
LITERAL = re.compile(r"""(\("(?:[^"\\]|\\.)*"\|safe\)|\b_\(["'][a-z0-9.-]+["']\))""")
CODE = re.compile(r"""{{ _\(["']([a-z0-9.-]+)["']\) }}""")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_a_template_is_what_would_be_said(language):
    templates = jinja2.Environment(loader=TemplatesIn(language), autoescape=True)
    plain = jinja2.PackageLoader("tiltyard.web", "templates")
    found = 0
    for name in templates.list_templates():
        source = plain.get_source(templates, name)[0]
        codes = CODE.findall(source)
        with speaking(language):
            expected = re.sub(CODE, lambda code: str(said(code[1])), source)
        shown = templates.loader.get_source(templates, name)[0]
        assert re.split(VALUE, expected)[::3] == re.split(LITERAL, shown)[::2], name
        values = [code for _, code in VALUE.findall(expected)]
        literals = LITERAL.findall(shown)
        assert len(values) == len(literals), name
        for code, literal in zip(values, literals, strict=True):
            with speaking(language):
                value = templates.compile_expression(literal)(_=said)
                assert (value, type(value)) == (said(code), Markup), code
        found += len(codes)
    assert found > 1000


def test_of_many_who_ask_at_once_one_compiles(monkeypatch):
    compiled = []
    kept = CompiledOnce()
    keep = kept.dump_bytecode
    monkeypatch.setattr(kept, "dump_bytecode", lambda bucket: (compiled.append(1), keep(bucket)))
    templates = jinja2.Environment(loader=TemplatesIn("en"), bytecode_cache=kept, autoescape=True)
    together = Barrier(8)

    def ask(_):
        together.wait(20)
        return templates.get_template("phone/me.html").name

    with ThreadPoolExecutor(8) as people:
        assert set(people.map(ask, range(8))) == {"phone/me.html"}
    assert compiled == [1]
