"""All plots share one style, and Matplotlib is loaded only to draw."""

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from counterplay.experiments import plots

PLOTTING = (
    "counterplay.experiments.plots",
    "counterplay.experiments.ablation.plot",
    "counterplay.experiments.figures.catalogue",
    "counterplay.experiments.figures.output",
)


def test_matplotlib_is_loaded_only_to_draw():
    program = f"import sys, {', '.join(PLOTTING)}; print('matplotlib' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("False\n", "")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_plot_gives_the_same_bytes(kind):
    pytest.importorskip("matplotlib")

    def plot(figure):
        axes = figure.subplots()
        axes.plot([1, 2], [1, 2], color=plots.COLOURS[0])
        plots.baseline(axes, 1.5)
        plots.note(axes, "even", (1, 1.5))

    first, second = (plots.draw("Title", (4, 3), plot, kind) for _ in range(2))
    assert first == second
    if kind == "svg":
        assert ElementTree.fromstring(first.decode()).tag.endswith("svg")
    else:
        assert first.startswith(b"\x89PNG")
