"""Compiled code does what Python does: each function of `snippets.py`, at each of its arguments."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.compiler.comparing import OnDemand, outcome, same_outcome
from tests.compiler.snippets import SNIPPETS
from zermelo.compiler.calling import compiled
from zermelo.compiler.types import NotCompiled

NOT_IN_THE_LANGUAGE: Final = frozenset(
    {
        "accumulated",
        "chained",
        "closure_writes_outside",
        "counted_and_cycled",
        "dictionaries_joined",
        "dictionary_of_functions",
        "errors_of_empty_things",
        "finally_without_except",
        "formatted",
        "formatted_truth",
        "function_chosen",
        "function_made_by_function",
        "generator_is_lazy",
        "generator_used_up",
        "grouped_in_runs",
        "kinds_of_characters",
        "lambdas_see_last_value",
        "letter_case",
        "lines_of_text",
        "lists_joined_and_multiplied",
        "loop_over_generator_with_break",
        "match_on_named_tuple",
        "match_on_tuples_of_any_length",
        "mutable_default_kept",
        "next_or_default",
        "object_with_nones",
        "operators_as_functions",
        "own_function_with_the_name_of_a_builtin",
        "own_hash",
        "padded",
        "partitioned",
        "recursive_generator",
        "starred_arguments",
        "text_to_number_base_two",
        "two_generators_at_once",
    }
)
"""The snippets that are refused, in a sentence."""

IN_THE_LANGUAGE: Final = tuple(name for name in SNIPPETS if name not in NOT_IN_THE_LANGUAGE)


def calls(name: str) -> list[tuple[Any, ...]]:
    return [*SNIPPETS[name].cases, *SNIPPETS[name].wide]


def compile_for_all(name: str) -> None:
    """For all arguments: what is refused for some may be compiled for others."""
    for arguments in calls(name):
        compiled(SNIPPETS[name].function, *arguments)


def assert_alike(name: str) -> None:
    function, _, wide = SNIPPETS[name]
    ours_of = OnDemand(function)
    for arguments in calls(name):
        ours_of.compile(arguments)
        ours, pythons = outcome(ours_of, arguments), outcome(function, arguments)
        too_wide = arguments in wide and ours.error is OverflowError
        assert too_wide or same_outcome(ours, pythons), f"{name}{arguments}: Python {pythons}, compiled {ours}"


def test_some_compiled_code_does_what_python_does() -> None:
    for name in IN_THE_LANGUAGE[::8]:
        assert_alike(name)


@pytest.mark.long
@pytest.mark.parametrize("name", IN_THE_LANGUAGE)
def test_compiled_code_does_what_python_does(name: str) -> None:
    assert_alike(name)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(NOT_IN_THE_LANGUAGE))
def test_what_the_language_lacks_is_refused_in_a_sentence_with_the_line(name: str) -> None:
    with pytest.raises(NotCompiled, match=r"\(.+:\d+\)$"):
        compile_for_all(name)


def test_each_snippet_has_several_calls_and_most_raise_nothing() -> None:
    outcomes = [
        [outcome(function, arguments) for arguments in (*cases, *wide)] for function, cases, wide in SNIPPETS.values()
    ]
    assert min(map(len, outcomes)) >= 2
    errors = [found.error is not None for each in outcomes for found in each]
    assert 0.05 < sum(errors) / len(errors) < 0.2
