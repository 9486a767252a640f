"""What the tests of every game try with Squadro: a rule set of one's own."""

DERIVED = ("standard,stones_home=2",)
