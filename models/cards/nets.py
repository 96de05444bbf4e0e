"""The two card networks: a locator of indices, and a reader of upright ones."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.cards.camera import CROP
from models.cards.face import LETTERS, RANKS, SUITS
from models.nets import Separable, SmallLocator, dense

RANK_ROWS, FINE = 4, 6
"""Letters are read from the upper four of eight rows of cells."""
LOCATED = 6
"""Centre logit, offset x and y, log height, up x and y."""


class CardLocator(SmallLocator):
    """The small dice locator's body with six answers a cell.

    In: float32 (N, 3, H, W), BGR, -1 to 1, H and W multiples of 16. Out: (N, 6, H/4, W/4): centre logit,
    offset x and y in cells from the cell's middle, log height over 24 px (``targets.HEIGHT_UNIT_PX``), the
    reader's up vector, y down, about a unit long.
    """

    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Conv2d(self.head.in_channels, LOCATED * 4, 1)
        nn.init.constant_(self.head.bias[:4], -4.0)

    def begin_as(self, dice_locator: dict[str, Tensor]) -> None:
        """Takes a small dice locator's body, and its centre, offset and height."""
        own = self.state_dict()
        own.update({name: each for name, each in dice_locator.items() if not name.startswith("head")})
        for name in ("head.weight", "head.bias"):
            dice = dice_locator[name]
            own[name][:12], own[name][12:16] = dice[:12], dice[16:20]
        self.load_state_dict(own)


class CardReader(nn.Module):
    """Rank, suit and misplacement of an index.

    In: float32 (N, 3, 64, 48), BGR, -1 to 1, the index upright and 40 px high. Out: logits (N, 14) of ranks
    and background, (N, 5) of suits and none readable; shifts (N, 4) as ``crop.shift_of``; logits (N, 15) of
    no foreign letter, and of each of ``face.LETTERS``.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 80)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.features = nn.Sequential(
            dense(3, a, 3, 2),
            dense(a, b, 3, 2),
            Separable(b, b),
            dense(b, c, 3, 2),
            Separable(c, c),
            Separable(c, c),
            Separable(c, d, 3, 2),
            Separable(d, d),
        )
        cells = (CROP[1] // 16) * (CROP[0] // 16) * d
        self.drop = nn.Dropout(0.15)
        self.hidden = nn.Linear(cells, 56)
        self.rank = nn.Linear(56, len(RANKS) + 1)
        self.suit = nn.Linear(56, len(SUITS) + 1)
        self.shift = nn.Linear(cells, 4)
        self.letter = nn.Sequential(
            nn.BatchNorm2d(c),
            nn.Conv2d(c, 16, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(16 * RANK_ROWS * (CROP[0] // 8), 32),
            nn.ReLU(),
            nn.Linear(32, 1 + len(LETTERS)),
        )

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Logits of rank and suit, shifts, logits of letters."""
        fine = self.features[:FINE](crops)
        features = self.features[FINE:](fine).flatten(1)
        seen = torch.relu(self.hidden(self.drop(features)))
        letters = self.letter(fine[:, :, :RANK_ROWS])
        return self.rank(seen), self.suit(seen), self.shift(features), letters
