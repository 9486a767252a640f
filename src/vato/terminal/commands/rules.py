"""`vato rules`: a rule set in plain words with its examples drawn, or the rule sets side by side."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from vato import catalog
from vato.learn import rules_page
from vato.learn.rules_page import Shown, summary
from vato.rules import RuleSet
from vato.terminal.options import AsJson, explain_rules, game_argument, named_game
from vato.terminal.screen import Explained, Screen

EXAMPLE = f"vato rules {named_game()}"


def rules(
    game: Annotated[str | None, game_argument()] = None,
    name: Annotated[str | None, typer.Argument(metavar="RULES", help=explain_rules())] = None,
    as_json: AsJson = False,
) -> None:
    """Explain a rule set in plain words, or list the rule sets."""
    if game is not None and name is not None:
        if as_json:
            print(json.dumps(rules_page.page(game, name, str), indent=2))
        else:
            explain(Screen(), game, catalog.find(game).read_rules(name))
        return
    if game is not None and not as_json and len(catalog.find(game).rules.known) == 1:
        explain(Screen(), game, catalog.find(game).read_rules())
        return
    chosen = catalog.GAMES if game is None else {game: catalog.find(game)}
    summaries = {
        title: {known: summary(entry, known) for known in entry.rules.known} for title, entry in chosen.items()
    }
    if as_json:
        print(json.dumps(summaries, indent=2))
        return
    screen = Screen()
    for title, known in summaries.items():
        screen.paragraphs(title, ())
        screen.table(Explained(rule_set, line) for rule_set, line in known.items())
    if game is not None:
        compare(screen, game)


def compare(screen: Screen, game: str) -> None:
    """Show what distinguishes the rule sets of a game."""
    entry = catalog.find(game)
    comparison = entry.comparison(entry.read_rules())
    if comparison.rows:
        screen.space()
        screen.grid((comparison.title, *comparison.columns), ((row.label, *row.values) for row in comparison.rows))


def explain(screen: Screen, game: str, rules: RuleSet) -> None:
    """Show a rule set in plain words, each paragraph with its examples before and after the move."""
    for section in catalog.find(game).words(rules):
        screen.paragraphs(section.title, ())
        for paragraph, shown in section.parts():
            screen.paragraph(paragraph)
            for example in shown:
                screen.space()
                draw(screen, Shown(game, rules, example))
            if shown:
                screen.space()


def draw(screen: Screen, shown: Shown) -> None:
    """Show an example."""
    board = shown.board()
    # Without its past, as the last turn is marked on a board.
    before = catalog.new(shown.game, rules=shown.rules, position=board.position)
    if shown.example.move:
        screen.boards(before, shown.after())
    else:
        screen.board(before)
    screen.paragraph(shown.example.caption)
