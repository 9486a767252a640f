"""What all plots of the docs share: colours, a frame with a title, stacked bars, lines. Knows no game and no data."""

from __future__ import annotations

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 44, 48
LIGHT, DARK, DRAWN, INK = "#d9a441", "#5b3a29", "#7a8b99", "#333"


def label(x: float, y: float, text: str, anchor: str = "middle", size: int = 13) -> str:
    """Return a text at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{text}</text>'


def frame(title: str, below: str, parts: list[str], legend: list[tuple[str, str]]) -> str:
    """Return a plot: title, what the horizontal axis counts, the parts, and what the colours mean."""
    place = WIDTH - RIGHT
    for colour, name in reversed(legend):
        place -= 9 * len(name) + 20
        parts.append(f'<rect x="{place}" y="26" width="11" height="11" fill="{colour}"/>')
        parts.append(label(place + 16, 36, name, "start", 12))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'font-family="system-ui, sans-serif" fill="{INK}">',
            f"<title>{title}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>',
            label(LEFT, 20, title, "start", 15),
            *parts,
            label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, below),
            "</svg>\n",
        )
    )


def bars(
    names: list[str], shares: list[list[tuple[float, str]]], most: float, labels: list[str], small: bool = False
) -> list[str]:
    """Return stacked bars, each a list of heights and colours from below, with a scale of named heights."""
    parts = _scale(labels)
    high = HEIGHT - TOP - BOTTOM
    step = (WIDTH - LEFT - RIGHT) / len(names)
    for number, (name, stack) in enumerate(zip(names, shares, strict=True)):
        x, y = LEFT + step * number + step * 0.12, float(HEIGHT - BOTTOM)
        for value, colour in stack:
            tall = high * value / most
            y -= tall
            parts.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{step * 0.76:.1f}" height="{tall:.1f}" fill="{colour}"/>'
            )
        parts.append(label(x + step * 0.38, HEIGHT - BOTTOM + 18, name, size=8 if small else 12))
    return parts


def lines(names: list[str], rows: list[tuple[list[float], str]], most: float, labels: list[str]) -> list[str]:
    """Return lines, each a list of heights and a colour, over named places, with a scale of named heights."""
    parts = _scale(labels)
    step = (WIDTH - LEFT - RIGHT) / len(names)
    across = [LEFT + step * (number + 0.5) for number in range(len(names))]
    for values, colour in rows:
        down = [HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most for value in values]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(across, down, strict=True))
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="3"/>')
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>' for x, y in zip(across, down, strict=True)
        ]
    return parts + [label(x, HEIGHT - BOTTOM + 18, name, size=12) for x, name in zip(across, names, strict=True)]


def _scale(labels: list[str]) -> list[str]:
    """Return horizontal lines with names, the lowest first."""
    parts = []
    for number, name in enumerate(labels):
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * number / (len(labels) - 1)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(label(LEFT - 8, y + 4, name, "end", 12))
    return parts
