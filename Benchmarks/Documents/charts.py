# SPDX-License-Identifier: MIT
"""The charts of the bench of documents, as SVG that follows the colour scheme of the reader."""

import math

TITLES = {
    "swift": "In Swift: speed over that of others",
    "core": "Reading lazily, and editing, in C: speed over that of others",
    "small": "Small documents, numbers, writing and building, in C: speed over that of others",
    "parsing": "Parsing eagerly: speed over that of others",
}
STYLE = """<style>
.page{fill:#fff}text{fill:#1f2328}.soft{fill:#59636e}.end{text-anchor:end}.middle{text-anchor:middle}
path{stroke:#d1d9e0;fill:none}.ink{stroke:#1f2328}.aim{stroke:#1f2328;stroke-width:2.5}.one{stroke:#59636e}
.reached{fill:#2a9d8f}.missed{fill:#d9622b}.free{fill:#8b949e}.line{stroke-width:2}
@media(prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#e6edf3}.soft{fill:#9198a1}
path{stroke:#3d444d}.ink,.aim{stroke:#e6edf3}.one{stroke:#9198a1}.reached{fill:#3fb0a0}.missed{fill:#f0883e}}
</style>
"""
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)
LEFT, RIGHT = 432, 870
# The engines of the chart of growth, and colours that do on both pages.
ENGINES = {
    "Vox lazy": "#2a9d8f", "yyjson": "#b083f0", "simdjson": "#8957e5", "Vox eager": "#d9622b",
    "yajl": "#8b949e", "RapidJSON": "#c9a227", "JSONSerialization": "#d1477a",
}


def short(value):
    """Three digits that count."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def text(x, y, words, kind="", colour=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    kind = f' class="{kind}"' if kind else f' style="fill:{colour}"' if colour else ""
    return f'<text x="{x:.0f}" y="{y:.0f}"{kind}>{words}</text>'


def page(height, title, processor, lines):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" '
        f'font-family="Helvetica,Arial,sans-serif" font-size="13">\n{STYLE}'
        f'<rect class="page" width="900" height="{height}"/>\n'
        f'<g font-size="16">{text(18, 26, title)}</g>\n{text(18, 46, processor, "soft")}\n'
        + "".join(f"{line}\n" for line in lines)
        + "</svg>\n"
    )


def scale(low, high, start, end):
    """Places on a scale of logarithms."""
    step = (end - start) / math.log(high / low)
    return lambda value: start + step * math.log(value / low)


def ratios(title, processor, rows):
    """Bars from 1 to the ratio, whiskers around the middle half, and a line at the aim."""
    aims = [row["aim"] for row in rows if "aim" in row]
    x = scale(
        min(0.7, 0.8 * min([row["low"] for row in rows] + aims)),
        1.8 * max([row["high"] for row in rows] + aims), LEFT, RIGHT)
    lines, y, job = [], 56, None
    for row in rows:
        if row["job"] != job:
            job, y = row["job"], y + 22
            lines.append(text(18, y + 4, job))
        y += 22
        start, end = sorted((x(1), x(row["ratio"])))
        kind = {True: "reached", False: "missed"}.get(row.get("reached"), "free")
        bar = f'<rect x="{start:.1f}" y="{y - 8}" width="{end - start:.1f}" height="16" class="{kind}"/>'
        whiskers = f'<path d="M{x(row["low"]):.1f} {y}H{x(row["high"]):.1f}" class="ink"/>'
        aim = f'<path d="M{x(row["aim"]):.1f} {y - 10}v20" class="aim"/>' if "aim" in row else ""
        place = max(x(1), x(row["high"]), x(row.get("aim", 1))) + 7
        label = f"over {row['peer']}" if row["file"] in ("–", "") else f"{row['file']}, over {row['peer']}"
        lines.append(text(LEFT - 8, y + 4, label, "soft end") + bar + whiskers + aim
                     + text(place, y + 4, short(row["ratio"])))
    bottom = y + 18
    grid = [
        f'<path d="M{x(tick):.1f} 62V{bottom}" class="{"one" if tick == 1 else "grid"}"/>'
        + text(x(tick), bottom + 18, f"{tick:g}", "soft middle")
        for tick in TICKS if LEFT <= x(tick) <= RIGHT
    ]
    words = "bar: ratio (aim reached: green, missed: orange, none: grey); whiskers: middle half; line: aim"
    return page(bottom + 48, title, processor, [*grid, *lines, text(18, bottom + 38, words, "soft")])


def growth(processor, speeds):
    """Speed over size, both on scales of logarithms."""
    values = [value for speed in speeds for name, value in speed["speeds"].items() if name in ENGINES]
    x, y = scale(1e3, 2e8, 60, 700), scale(min(5, *values), max(values) * 1.2, 440, 66)
    lines = []
    for tick in (1e3, 1e4, 1e5, 1e6, 1e7, 1e8):
        name = f"{tick / 1e6:g} MB" if tick >= 1e6 else f"{tick / 1e3:g} kB"
        lines.append(f'<path d="M{x(tick):.1f} 66V440"/>' + text(x(tick), 458, name, "soft middle"))
    for tick in (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if 66 <= y(tick) <= 440:
            lines.append(f'<path d="M60 {y(tick):.1f}H700"/>' + text(52, y(tick) + 4, f"{tick}", "soft end"))
    last = 0
    tops = sorted(ENGINES, key=lambda name: -speeds[-1]["speeds"].get(name, 0))
    for name in tops:
        points = [(x(each["bytes"]), y(each["speeds"][name])) for each in speeds if name in each["speeds"]]
        path = "L".join(f"{across:.1f} {down:.1f}" for across, down in points)
        last = max(points[-1][1] + 4, last + 16)
        lines.append(f'<path d="M{path}" class="line" style="stroke:{ENGINES[name]}"/>'
                     + text(points[-1][0] + 8, last, name, colour=ENGINES[name]))
    return page(474, "Parsing compound documents of growing size, MB/s", processor, lines)


def charts(about, rows, speeds):
    """The text of each chart, by its name."""
    processor = about["processor"]
    made = {
        name: ratios(title, processor, [row for row in rows if row.get("chart") == name])
        for name, title in TITLES.items()
    }
    made["growth"] = growth(processor, [each for each in speeds if each["kind"] == "growth"])
    return made
