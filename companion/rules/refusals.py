"""Refusals: a code, and the values for its sentence.

The sentence is ``refusal.CODE`` in the catalogues. The rules import no words: a printed error finds its
wording by the name ``WORDING``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from importlib import import_module


class Refusal(Enum):
    """What the rules object to."""

    # Fields of events.
    NOT_WHOLE = "not_whole"
    NOT_WHOLES = "not_wholes"
    NOT_WHOLES_ONLY = "not_wholes_only"
    NOT_WHOLES_OF_SEAT = "not_wholes_of_seat"
    NOT_WHOLES_ONLY_OF_SEAT = "not_wholes_only_of_seat"
    NOT_HANDS = "not_hands"
    NOT_TRUE_OR_FALSE = "not_true_or_false"
    NOT_A_TEXT = "not_a_text"
    NOT_PLAYERS = "not_players"
    NOT_A_NAME = "not_a_name"
    NOT_OPTIONS = "not_options"
    NOT_AN_OPTION = "not_an_option"
    EARLIER = "earlier"
    NOT_ROLLS = "not_rolls"
    ROLLS_SEAT_NOT_WHOLE = "rolls_seat_not_whole"
    ROLL_NOT_WHOLE = "roll_not_whole"
    NOT_A_CARD = "not_a_card"
    NOT_CARDS = "not_cards"
    NOT_CARDS_ONLY = "not_cards_only"
    NOT_WANTED = "not_wanted"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_WANTED = "no_such_wanted"
    NOTHING_WANTED = "nothing_wanted"

    # A game that cannot begin.
    NO_SUCH_RULES = "no_such_rules"
    OTHER_RULES = "other_rules"
    NUMBER_OF_PLAYERS = "number_of_players"
    NAMELESS_PLAYER = "nameless_player"
    NAME_NOT_UNICODE = "name_not_unicode"
    OPENER_ROLLED = "opener_rolled"
    OPENER_MISSING = "opener_missing"
    OPENER_NO_SEAT = "opener_no_seat"
    OPENER_OF_MATCH = "opener_of_match"
    NO_SUCH_OPTION = "no_such_option"
    OPTION_TWICE = "option_twice"
    OPTION_VALUE = "option_value"
    OPTION_NUMBER = "option_number"
    OPTION_NAME = "option_name"
    OPTION_TARGET = "option_target"
    HOUSE_RULES_CLASH = "house_rules_clash"
    TITLE_TAKEN = "title_taken"

    # The record.
    NOT_BEGUN = "not_begun"
    NOTHING_TO_UNDO = "nothing_to_undo"
    EMPTY_RECORD = "empty_record"
    UNDO_WITHOUT_RECORD = "undo_without_record"
    GAME_BEGUN = "game_begun"
    NO_CARDS_HERE = "no_cards_here"

    # Dice, out of place.
    NO_OPENING_ROLL_NOW = "no_opening_roll_now"
    NO_BID_NOW = "no_bid_now"
    NO_SHOWING_DICE_NOW = "no_showing_dice_now"
    NO_CHALLENGE_NOW = "no_challenge_now"
    NO_SPOT_ON_NOW = "no_spot_on_now"
    NO_REVEAL_NOW = "no_reveal_now"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    NOTHING_TO_CALL_SPOT_ON = "nothing_to_call_spot_on"
    NO_SUCH_SEAT = "no_such_seat"
    PLAYER_OUT = "player_out"
    NOT_ON_TURN = "not_on_turn"
    OPENING_ROLL_SEATS = "opening_roll_seats"

    # Leaving and joining.
    NO_LEAVING_NOW = "no_leaving_now"
    NO_JOINING_NOW = "no_joining_now"
    NO_JOINING_MATCH = "no_joining_match"
    PLAYER_LEFT = "player_left"
    PLAYER_NOT_LEFT = "player_not_left"
    JOIN_SEAT = "join_seat"
    JOIN_FULL = "join_full"
    JOIN_DICE = "join_dice"

    # Faces.
    FACE_OF_BID = "face_of_bid"
    FACE_OF_ROLL = "face_of_roll"
    FACE_SHOWN = "face_shown"
    FACE_OF_DIE = "face_of_die"

    # Bids.
    BID_IS_TOTAL = "bid_is_total"
    BID_ON_NOTHING = "bid_on_nothing"
    BID_ABOVE_DICE = "bid_above_dice"
    BID_OPENS_ON_ONES = "bid_opens_on_ones"
    BID_LEAVES_PALAFICO = "bid_leaves_palafico"
    BID_LEAVES_PALAFICO_FACES = "bid_leaves_palafico_faces"
    BID_STANDS = "bid_stands"
    BID_TOO_LOW = "bid_too_low"
    TOTAL_OUT_OF_PLACE = "total_out_of_place"
    TOTAL_TOO_LOW = "total_too_low"

    # Showing, calling, the reveal.
    SHOWING_NOT_PLAYED = "showing_not_played"
    SHOWING_NOT_BIDDER = "showing_not_bidder"
    SHOWS_LAST_DIE = "shows_last_die"
    SHOWS_NOT_ONE = "shows_not_one"
    SHOWS_TOO_MANY = "shows_too_many"
    ONLY_TURN_CHALLENGES = "only_turn_challenges"
    CHALLENGERS_TWICE = "challengers_twice"
    OWN_BID = "own_bid"
    SPOT_ON_NOT_PLAYED = "spot_on_not_played"
    SPOT_ON_IN_PALAFICO = "spot_on_in_palafico"
    SPOT_ON_WITH_TWO = "spot_on_with_two"
    OWN_BID_SPOT_ON = "own_bid_spot_on"
    NO_REVEAL_TO_CORRECT = "no_reveal_to_correct"
    REVEAL_LISTS = "reveal_lists"
    REVEAL_COUNT = "reveal_count"
    REVEAL_LACKS_SHOWN = "reveal_lacks_shown"

    # Cards, out of place.
    ONLY_CARD_EVENTS = "only_card_events"
    MATCH_BEGUN = "match_begun"
    NO_HAND_NOW = "no_hand_now"
    NO_DRAWING_NOW = "no_drawing_now"
    NO_QUEST_NOW = "no_quest_now"
    NO_ANSWER_NOW = "no_answer_now"
    NO_DECISION_NOW = "no_decision_now"
    NO_TAKING_NOW = "no_taking_now"
    NO_SHOWING_NOW = "no_showing_now"
    NO_MELD_NOW = "no_meld_now"
    NO_HIT_NOW = "no_hit_now"
    NO_DISCARD_NOW = "no_discard_now"
    NO_GIVING_NOW = "no_giving_now"
    NO_SWAP_NOW = "no_swap_now"
    NO_SHUFFLING_NOW = "no_shuffling_now"
    NO_PLAYING_OUT_NOW = "no_playing_out_now"
    NOT_TO_ACT = "not_to_act"

    # Quests.
    STOCK_EMPTY = "stock_empty"
    QUESTS_SELF = "quests_self"
    NOBODY_HOLDS = "nobody_holds"
    NOT_TO_TAKE = "not_to_take"
    ONLY_ASKED_SHOWS = "only_asked_shows"
    NO_CARD_SHOWN = "no_card_shown"
    LAID_CARD_UNNAMED = "laid_card_unnamed"
    NOT_ASKED_FOR = "not_asked_for"
    HAND_NOT_TURNED = "hand_not_turned"
    HAND_COUNT = "hand_count"
    CARD_TOO_OFTEN = "card_too_often"
    CARD_LIES_ALREADY = "card_lies_already"

    # Laying, giving, swapping.
    NOT_LAYING = "not_laying"
    TOO_FEW_TO_LAY = "too_few_to_lay"
    NO_SUCH_MELD = "no_such_meld"
    NO_MELD_LIES = "no_meld_lies"
    WON_NOT_DISCARDED = "won_not_discarded"
    DRAWN_NOT_GIVEN = "drawn_not_given"
    NOT_SWAPPING = "not_swapping"
    SWAP_COUNT = "swap_count"
    STOCK_LEFT = "stock_left"
    NO_DISCARDS = "no_discards"
    NOT_PLAYED_OUT = "not_played_out"
    NO_CARDS_TO_CORRECT = "no_cards_to_correct"
    HIT_IS_ONE_CARD = "hit_is_one_card"
    MELD_IS_SEVERAL_CARDS = "meld_is_several_cards"

    # Melds.
    MELD_TOO_SMALL = "meld_too_small"
    SET_TOO_LARGE = "set_too_large"
    NO_MELD = "no_meld"
    RUN_CARD_TWICE = "run_card_twice"
    RUN_ROUND_CORNER = "run_round_corner"
    RUN_GAP = "run_gap"
    HIT_OTHER_RANK = "hit_other_rank"
    SET_COMPLETE = "set_complete"
    RUN_HIT_ALREADY = "run_hit_already"
    HIT_IN_RUN = "hit_in_run"
    RUN_COMPLETE = "run_complete"
    RUN_NOT_CONTINUED = "run_not_continued"


WORDING = "companion.text"
"""The module whose ``reason_of`` makes a sentence of an error."""


class RulesError(Exception):
    """A refusal, and the values for its placeholders.

    ``str`` gives the sentence in the language of ``companion.text.use_language``.
    """

    def __init__(self, code: Refusal, /, **values: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        sentence: str = import_module(WORDING).reason_of(self)
        return sentence


class RuleError(RulesError, ValueError):
    """The rules forbid this here; the sentence also says what would be legal."""


class EventError(RulesError, TypeError):
    """An event's field is of the wrong type, such as a quantity that is no whole number."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value from outside, of any type, which the sentence quotes."""

    value: object


@dataclass(frozen=True, slots=True)
class Choice:
    """Values of which one would be legal."""

    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One of the players, by seat."""

    players: tuple[str, ...]
    seat: int
