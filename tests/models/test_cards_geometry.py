"""Made cards: where indices stand on a face, how they are seen, how they are cut out; and the list of
decks."""

import numpy as np
import pytest

from companion.recognition.cards.locator import Index
from companion.recognition.cards.reader import shifted
from companion.rules import Rank, Suit
from models.cards.camera import CROP, INDEX_PX, STEEPEST_DEG, crop_matrix, seen_at, shift_of, upright, view
from models.cards.decks import DECKS, Split, decks_of
from models.cards.face import CARD_MM, FACE_PX, NO_RANK, RANKS, SUITS, UNSURE, Face, Slot, indices_of
from models.cards.scene import Place, any_layout, card_matrix
from models.cards.suits import any_style, suit_mask
from models.cards.table import CardTable

SLOT = Slot(0.05, 0.04, 0.15, 0.24, 0.15, 0.17)
WIDTH = round(FACE_PX * CARD_MM[0] / CARD_MM[1])


def a_face(rank: int = 6, suit: int = 1) -> Face:
    picture = np.full((FACE_PX, WIDTH, 4), 255, np.uint8)
    return Face(picture, rank, suit, indices_of(SLOT, WIDTH, FACE_PX))


def flat(x: float, y: float, turn_deg: float = 0.0) -> np.ndarray:
    """A card's place on a frame of 600 px seen from straight above at 2 px a mm."""
    onto = np.array([[2.0, 0, 300], [0, 2.0, 300], [0, 0, 1]])
    return onto @ card_matrix(Place(x, y, turn_deg), (WIDTH, FACE_PX))


def test_ranks_and_suits_stand_in_the_order_of_the_rules() -> None:
    assert tuple(rank.value for rank in Rank) == RANKS
    assert tuple(suit.value for suit in Suit) == SUITS


def test_the_other_index_is_the_first_one_turned_about_the_middle() -> None:
    first, other = indices_of(SLOT, WIDTH, FACE_PX)
    assert (first.upside_down, other.upside_down) == (False, True)
    np.testing.assert_allclose(np.add(first.middle, other.middle), (WIDTH, FACE_PX))
    assert first.ends[0][1] < first.ends[1][1]
    assert other.ends[0][1] > other.ends[1][1]


def test_a_deck_may_print_an_index_in_every_corner() -> None:
    four = indices_of(SLOT, WIDTH, FACE_PX, four=True)
    assert len({(round(i.middle[0]), round(i.middle[1])) for i in four}) == 4
    assert [i.upside_down for i in four] == [False, False, True, True]


@pytest.mark.parametrize(
    "wrong",
    [(0.2, 0.1, 0.1, 0.3, 0.2, 0.22), (0.1, 0.1, 0.2, 0.6, 0.2, 0.3), (0.1, 0.1, 0.2, 0.3, 0.05, 0.2)],
)
def test_a_slot_outside_its_corner_is_refused(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="index"):
        Slot(*wrong)


def test_a_card_alone_shows_both_indices_where_they_are() -> None:
    table = CardTable(np.zeros((600, 600, 3), np.float32))
    table.lay(np.random.default_rng(1), a_face(), flat(0, 0))
    first, other = table.corners()
    assert (first.rank, first.suit, first.card) == (6, 1, 0)
    assert first.shown == other.shown == 1.0
    assert first.height == pytest.approx(0.2 * CARD_MM[1] * 2, rel=0.01)
    assert first.up == pytest.approx((0, -1), abs=1e-6)
    assert other.up == pytest.approx((0, 1), abs=1e-6)
    assert (first.x - 300, first.y - 300) == pytest.approx((300 - other.x, 300 - other.y), abs=0.5)


def test_a_covered_index_is_none_and_half_of_one_is_unsure() -> None:
    table = CardTable(np.zeros((600, 600, 3), np.float32))
    table.lay(np.random.default_rng(1), a_face(), flat(0, 0))
    table.lay(np.random.default_rng(2), a_face(2, 0), flat(CARD_MM[0] * 0.55, 0))
    shown = {(c.card, round(c.up[1])): c for c in table.corners()}
    assert (0, 1) not in shown, "the second card lies over the first one's lower index"
    assert (shown[0, -1].rank, shown[1, -1].rank, shown[1, 1].rank) == (6, 2, 2)
    table.lay(np.random.default_rng(3), a_face(4, 2), flat(CARD_MM[0] * 0.095, 0))
    half = next(c for c in table.corners() if c.card == 0 and c.up[1] < 0)
    assert 0.3 < half.shown < 0.92
    assert half.rank in (UNSURE, NO_RANK)


def test_an_index_beyond_the_frame_is_not_told() -> None:
    table = CardTable(np.zeros((600, 600, 3), np.float32))
    table.lay(np.random.default_rng(1), a_face(), flat(-140, 0))
    assert [c.card for c in table.corners()] == [0]


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, 3.1, -1.2])
def test_an_index_is_cut_out_upright_whatever_its_turn(turn: float) -> None:
    up = (float(np.sin(turn)), float(-np.cos(turn)))
    matrix = crop_matrix(200.0, 150.0, 60.0, up)
    middle = matrix @ (200.0, 150.0, 1.0)
    top = matrix @ (200.0 + up[0] * 30, 150.0 + up[1] * 30, 1.0)
    np.testing.assert_allclose(middle, (CROP[0] / 2, CROP[1] / 2), atol=1e-9)
    np.testing.assert_allclose(top, (CROP[0] / 2, CROP[1] / 2 - INDEX_PX / 2), atol=1e-9)


@pytest.mark.parametrize("height", [20.0, 50.0, 90.0, 150.0])
def test_crops_of_any_scale_show_the_same(height: float) -> None:
    picture = np.zeros((500, 500, 3), np.uint8)
    picture[int(250 - height / 2) : 250, 200:300] = 255
    crop = upright(picture, 250.0, 250.0, height, (0.0, -1.0))
    assert crop.shape == (CROP[1], CROP[0], 3)
    assert crop[16:28, 20:28].mean() > 200
    assert crop[36:60, 20:28].mean() < 40


def test_a_view_never_mirrors_and_keeps_its_scale_in_the_middle() -> None:
    for seed in range(60):
        sight = view(np.random.default_rng(seed), (576, 768), 2.5)
        at = seen_at(sight, np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]))
        across, down = at[1] - at[0], at[2] - at[0]
        area = across[0] * down[1] - across[1] * down[0]
        np.testing.assert_allclose(at[0], (384, 288), atol=1e-6)
        assert np.cos(np.radians(STEEPEST_DEG)) * 2.5**2 * 0.97 < area < 2.5**2 * 1.03


def test_layouts_lay_cards_down() -> None:
    for seed in range(40):
        places = any_layout(np.random.default_rng(seed), (150.0, 100.0))
        assert places
        assert all(np.isfinite((place.x, place.y, place.turn_deg)).all() for place in places)


def test_suits_of_any_style_differ() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        style = any_style(rng)
        shares = [float((suit_mask(suit, style) > 128).mean()) for suit in range(4)]
        assert all(0.3 < share < 0.9 for share in shares)
        heart, spade = (suit_mask(suit, style) for suit in (1, 0))
        widest = [int((mask > 128).sum(1).argmax()) / len(mask) for mask in (heart, spade)]
        assert widest[0] < 0.5 < widest[1], "a heart is widest above, a spade below"


def test_whole_designs_are_held_out() -> None:
    """A colouring, or another packing, of a design that is trained on would flatter the figures."""
    assert len({deck.name for deck in DECKS}) == len(DECKS)
    for split in Split:
        assert decks_of(split)
    families = {deck.name.split("_4_color")[0].split("-")[0]: set() for deck in DECKS}
    for deck in DECKS:
        families[deck.name.split("_4_color")[0].split("-")[0]].add(deck.split)
    assert all(len(splits) == 1 for splits in families.values())


def test_every_deck_names_its_package_licence_and_credit() -> None:
    for deck in DECKS:
        assert all((deck.source.package, deck.source.version, deck.source.licence, deck.source.credit))
        assert set(deck.used) <= set(RANKS)
        assert bool(deck.ranks) == ("{rank}" in deck.pictures)


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, -2.0])
def test_a_shift_leads_from_the_crop_that_was_cut_to_the_index(turn: float) -> None:
    """What the reader is taught (``shift_of``) is what the eye does with it (``straighten.shifted``)."""

    def up(angle: float) -> tuple[float, float]:
        return float(np.sin(angle)), float(-np.cos(angle))

    cut, true = (104.0, 77.0, 36.0, up(turn)), (98.0, 84.0, 30.0, up(turn + 0.2))
    shift = np.array(shift_of(cut, true))
    index = shifted(Index(cut[0], cut[1], cut[2], cut[3], 0.9), shift)
    assert (index.x, index.y, index.height_px) == pytest.approx(true[:3])
    assert index.up == pytest.approx(true[3])
    assert shift[3] > 0, "clockwise is positive"
