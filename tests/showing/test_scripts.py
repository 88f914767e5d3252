"""The scripts of the page that need no page: folding and the quiz."""

import json
from typing import Any

from ambsearch import ambiguous, require
from ambsearch.puzzles import queens
from ambsearch.showing.story import story_of
from ambsearch.tracing import trace

COUNT = "function count(shown) { return 1 + shown.kids.reduce((sum, kid) => sum + count(kid), 0); }"


def load(engine: Any, answers: Any) -> dict[str, Any]:
    """Make the tree of these answers in the engine, and return the story."""
    story = json.loads(json.dumps(story_of(trace(answers))))
    engine.eval(f"var tree = treeOf({json.dumps(story)}); {COUNT}")
    return story


def view(step: str, more: str = "") -> str:
    return f"{{ step: {step}, root: 0, foldFailed: true, chosen: new Map(), {more} }}"


def test_failed_subtrees_are_folded_and_a_reader_can_open_them(engine: Any) -> None:
    load(engine, queens.solve(4))
    engine.eval(f"var view = {view('tree.steps - 1')}; var top = foldedTree(tree, view)")
    assert json.loads(engine.eval("JSON.stringify(top.kids.map((kid) => kid.folded))")) == [16, 0, 0, 16]
    engine.eval("view.chosen.set(top.kids[0].node, true)")
    assert engine.eval("foldedTree(tree, view).kids[0].kids.length") == 4
    engine.eval("view.chosen = new Map(); view.foldFailed = false")
    assert engine.eval("count(foldedTree(tree, view))") == 61


def test_the_tree_grows_with_the_steps(engine: Any) -> None:
    load(engine, queens.solve(4))
    engine.eval(f"var view = {view('0')}; view.foldFailed = false")
    sizes = [engine.eval(f"view.step = {step}; count(foldedTree(tree, view))") for step in range(0, 141, 10)]
    assert sizes[0] == 1 and sizes == sorted(sizes) and sizes[-1] == 61


def test_of_a_hundred_thousand_nodes_a_few_hundred_are_drawn(engine: Any) -> None:
    engine.eval(f"""
        {COUNT}
        var many = 100000, story = {{ parents: [-1], choices: [-1], values: [0], at: [0], where: [-1], told: [-1], kinds: "b",
          texts: ["wide"], places: [["choice", "x", 1, 0]] }};
        for (let node = 1; node < many; node++) {{
          story.parents.push(node % 3 ? Math.floor((node - 1) / 40) : 0);
          for (const [list, value] of [["choices", 0], ["values", 0], ["at", node], ["where", 0], ["told", -1]]) story[list].push(value);
          story.kinds += "i";
        }}
        var tree = treeOf(story);
    """)
    for step in (0, 1000, 50_000, 99_999):
        drawn = engine.eval(f"var top = foldedTree(tree, {view(str(step))}); count(top)")
        assert drawn < 600
        assert engine.eval(f"pictureOf(tree, top, {view(str(step))}).nodes.length") == drawn


def test_on_a_very_long_way_the_last_nodes_are_drawn(engine: Any) -> None:
    @ambiguous
    def long(n: int) -> Any:
        for _ in range(n):
            yield (1,)
        return n

    load(engine, long(500))
    engine.eval(f"var top = foldedTree(tree, {view('tree.story.kinds.lastIndexOf(String.fromCharCode(105))')})")
    assert engine.eval("count(top)") == 60
    assert engine.eval("tree.depth[top.node]") == 441


@ambiguous
def guarded() -> Any:
    a = yield (1, 2, 3)
    require(a != 2)
    b = yield (1, 2)
    require(a + b != 4)
    require(b < a)
    return a, b


def asked(engine: Any, kind: str) -> list[dict[str, Any]]:
    """All questions of a kind."""
    found = f"Array.from({{ length: tree.steps }}, (_, step) => {kind}Question(tree, step)).filter(Boolean)"
    return json.loads(engine.eval(f"JSON.stringify({found})"))


def test_each_question_has_the_answer_that_the_search_gives(engine: Any) -> None:
    story = load(engine, guarded())
    events = list(zip(story["kinds"], story["at"], story["where"], strict=True))

    def label(node: int) -> str:
        return f"{story['places'][story['choices'][node]][1]} = {story['texts'][story['values'][node]]}"

    forward = asked(engine, "forward")
    assert [question["options"][question["right"]] for question in forward] == ["1", "1", "1"]
    for question in asked(engine, "back"):
        right = question["options"][question["right"]]
        later = [node for kind, node, _ in events[question["step"] + 1 :] if kind == "i"]
        if later:
            assert right.split(" = ")[0] == label(later[0]).split(" = ")[0]
        else:
            assert right == "to none: the search ends"
    ends = asked(engine, "end")
    assert len(ends) == 7  # one for each item
    for question in ends:
        right = question["options"][question["right"]]
        next_one = next(event for event in events[question["step"] + 1 :] if event[0] != "p")
        if next_one[0] == "f":
            assert right.endswith(story["places"][next_one[2]][1])
        else:
            assert right == "none: the search goes on"


def test_a_seed_gives_the_same_quiz_again(engine: Any) -> None:
    load(engine, queens.solve(6))
    quizzes = [engine.eval(f"JSON.stringify(questionsFor(tree, {seed}, 10))") for seed in (1, 1, 2)]
    assert quizzes[0] == quizzes[1] != quizzes[2]
    questions = json.loads(quizzes[0])
    assert len(questions) == 10
    assert {question["kind"] for question in questions} == {"forward", "back", "end"}
    assert all(0 <= question["right"] < len(question["options"]) for question in questions)
