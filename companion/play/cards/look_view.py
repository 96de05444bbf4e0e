"""What the screens draw of a look: the live picture's keys, the card offered, the card in doubt."""

from __future__ import annotations

from itertools import islice

from companion.card_reading import ReadCard
from companion.play.cards.card_table import Look, LookStage
from companion.play.cards.cards_seen import CardsSeen, likely_cards, main_doubt
from companion.play.cards.commands import CloseSheet, Declare, OpenSheet, PassOver, PickCard, ReadCards
from companion.play.cards.keys import On
from companion.play.cards.sentences import say_asked, say_card_doubt
from companion.play.cards.sheet import (
    Purpose,
    Sheet,
    event_with,
    most_of,
    shower,
    takes_many,
)
from companion.play.cards.views import (
    CardKey,
    CropView,
    DoubtView,
    KeyTone,
    LookView,
    OfferView,
    face_of,
    face_of_wanted,
)
from companion.play.commands import Command
from companion.rules.cards.deck import Card, Wanted
from companion.rules.cards.events import CardShown
from companion.rules.cards.legal import why_not
from companion.rules.cards.match import Match, MatchPhase
from companion.text.card_names import say_card, say_the_card
from companion.text.refusals import reason_if
from companion.text.speech import say

MOST_LIKELY = 3
"""Cards offered for one in doubt: what fits beside its picture; any other is tapped among all."""


def look_view(match: Match, look: Look, number: int) -> LookView:
    """The table before the camera."""
    reading = look.stage is LookStage.READING
    hand = look.purpose is Purpose.HAND
    keys = (
        CardKey(
            say("card_key.read_hand" if hand else "card_key.read_card"),
            ReadCards(number, look.purpose),
            KeyTone.MAIN,
        ),
        CardKey(
            say("card_key.tap_cards" if hand else "card_key.tap_card"), OpenSheet(number, Sheet(look.purpose))
        ),
    )
    aimed = say("look.lay_open" if hand else "look.turn_it_over")
    words = say("look.reads") if reading else aimed
    wanted = None if look.purpose is Purpose.MELD else face_of_wanted(wanted_now(match))
    return LookView(words, () if reading else keys, CloseSheet(number), reading, wanted)


def offer_view(match: Match, seen: CardsSeen, number: int) -> OfferView:
    """The one card that was read surely, held against what was asked for."""
    (card,) = seen.cards
    wanted = wanted_now(match)
    fits = wanted.matches(card)
    shown = CardShown(shower(match), card)
    why = reason_if(why_not(match, shown))
    again = CardKey(say("card_key.read_again"), ReadCards(number, Purpose.SHOW))
    other = CardKey(say("card_key.another_card"), OpenSheet(number, Sheet(Purpose.SHOW, seen=seen)))
    take = CardKey(say("card_key.right"), None if why else Declare(number, shown), KeyTone.MAIN)
    return OfferView(
        crop=CropView(seen.frame, seen.sure[0].box),
        card=face_of(card),
        read=say("look.read", card=say_the_card(card)),
        wanted=face_of_wanted(wanted),
        verdict=say("look.as_asked" if fits else "look.not_as_asked"),
        fits=fits,
        keys=(take, other, again),
        close=CloseSheet(number),
        why=why,
    )


def wanted_now(match: Match) -> Wanted:
    """What was asked for in the Quest in which a card is shown."""
    return match.asked.wanted if match.phase is MatchPhase.SHOW else match.quests[-1].wanted


def read_key(sheet: Sheet, on: On) -> CardKey | None:
    """The key that has the eye read what the sheet is for; ``None`` where it cannot, or was not asked to."""
    readable = sheet.purpose in (Purpose.MELD, Purpose.HAND) or bool(sheet.doubts)
    if not on.eye or not readable:
        return None
    return CardKey(
        say("card_key.read_again" if sheet.seen else "card_key.read"), ReadCards(on.number, sheet.purpose)
    )


def doubt_view(match: Match, sheet: Sheet, number: int) -> DoubtView | None:
    """The first card in doubt; ``None`` where none is."""
    if not sheet.doubts or sheet.seen is None:
        return None
    read = sheet.doubts[0]
    many = takes_many(match, sheet)
    return DoubtView(
        crop=CropView(sheet.seen.frame, read.box),
        asked=say_asked(sheet),
        why=say_card_doubt(main_doubt(read)),
        likely=_likely(match, sheet, read, number),
        pass_over=CardKey(say("card_key.none_of_these"), PassOver(number)) if many else None,
    )


def _likely(match: Match, sheet: Sheet, read: ReadCard, number: int) -> tuple[CardKey, ...]:
    """The likeliest cards that it can be by the rules, each as a touch."""
    answers = ((card, _answer(match, sheet, card, number)) for card in likely_cards(read))
    keys = (CardKey(say_card(card), answer, card=face_of(card)) for card, answer in answers if answer)
    return tuple(islice(keys, MOST_LIKELY))


def _answer(match: Match, sheet: Sheet, card: Card, number: int) -> Command | None:
    if takes_many(match, sheet):
        free = sheet.picked.count(card) < most_of(match, sheet, card)
        return PickCard(number, card) if free else None
    event = event_with(match, sheet, card)
    return None if why_not(match, event) else Declare(number, event)
