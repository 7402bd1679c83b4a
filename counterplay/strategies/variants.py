"""The variants of counterfactual regret minimisation: how fast each forgets.

After iteration t, positive regrets are multiplied by t^a / (t^a + 1), negative ones by
t^b / (t^b + 1), and the sum of strategies by (t / (t + 1))^c. Brown and Sandholm (2019) showed that
these three exponents give the other variants, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Variant:
    """One variant: the exponents, and where it comes from.

    positive   of positive regrets; infinite: all stays
    negative   of negative regrets; minus infinity: nothing stays
    average    of the average strategy; 0: every iteration counts the same
    """

    positive: float
    negative: float
    average: float
    about: str

    def factors(self, first: int, rounds: int) -> npt.NDArray[np.float64]:
        """What stays in each iteration: of positive regrets, of negative ones, of the average.

        The average is multiplied before an iteration adds to it, regrets are after it.
        """
        t = np.arange(first, first + rounds, dtype=np.float64)
        columns = (
            _share(t, self.positive),
            _share(t, self.negative),
            ((t - 1) / t) ** self.average,
        )
        return np.ascontiguousarray(np.stack(columns, axis=1))


def _share(t: npt.NDArray[np.float64], exponent: float) -> npt.NDArray[np.float64]:
    if exponent in (inf, -inf):
        return np.full(len(t), float(exponent > 0))
    power = t**exponent
    return power / (power + 1)


VARIANTS: Final = {
    "cfr": Variant(inf, inf, 0, "Zinkevich, Johanson, Bowling and Piccione (2007)"),
    "cfr+": Variant(inf, -inf, 1, "Tammelin (2014)"),
    "linear": Variant(1, 1, 1, "Brown and Sandholm (2019)"),
    "discounted": Variant(1.5, 0, 2, "Brown and Sandholm (2019)"),
}

BY_DEFAULT: Final = "discounted"
