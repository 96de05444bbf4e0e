"""The page in a real browser: it fits every screen, comes back by itself, and axe finds no fault."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from companion.core.seats import sign_of
from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    Event,
    GameBegun,
    GameRecord,
    MatchPhase,
    OpeningRolled,
    Phase,
    PlayerLeft,
)
from companion.share.feed import format_lines
from companion.share.web.board_view import NO_PICTURE, Picture, picture_line, times_line
from companion.text import say_card
from tests.browsing import NEEDS_CHROMIUM, PATIENCE_MS, page_at, shut_out
from tests.ports import HERE, kept_port
from tests.rules.random_cards import Table as CardTable
from tests.share.happened import ROUND, happenings
from tests.share.web.samples import Served, feed_of, served

pytestmark = [pytest.mark.slow, NEEDS_CHROMIUM]

SIZES = {
    "phone": (390, 844),
    "small": (800, 480),
    "television": (1280, 720),
    "large": (1920, 1080),
    "upright": (1080, 1920),
    "4K": (3840, 2160),
}
OVER: tuple[Event, ...] = (
    *ROUND,
    BidMade(0, 9, 6),
    Challenged(1),
    CupsRevealed(((2, 2, 3, 3, 4), (2, 2, 3, 3))),
)
SCENES: dict[str, tuple[Event, ...]] = {"bidding": ROUND[:3], "revealed": ROUND, "over": OVER}
DRAWN = """async ([wide, high]) => { // at this size
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== wide || innerHeight !== high) await frame();
    await frame();
}"""


def opened(
    browser: Browser, url: str, size: tuple[int, int] = (1280, 720), scene: str = "", touched: bool = False
) -> AbstractContextManager[Page]:
    shown = f"body[data-scene={scene}]" if scene else ""
    return page_at(browser, url, size, shown, reduced_motion="reduce", has_touch=touched, is_mobile=touched)


def at_sizes(page: Page, *names: str) -> Iterator[tuple[int, int]]:
    """The page in a window of each size: its style sheet alone looks at the size."""
    for name in names or SIZES:
        width, height = SIZES[name]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, [width, height])
        yield width, height


def told(running: Served, page: Page, lines: str, scene: str) -> None:
    """The page shows these lines; it comes to their scene from another."""
    if page.locator(f"body[data-scene={scene}]").count():
        other = "revealed" if scene == "bidding" else "bidding"
        told(running, page, feed_of(SCENES[other]), other)
    running.feed(lines)
    page.wait_for_selector(f"body[data-scene={scene}]", timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def kept(browser: Browser) -> Iterator[tuple[Served, Page]]:
    """A scoreboard and its page for many games."""
    with served() as running, opened(browser, running.url) as page:
        yield running, page


@pytest.fixture
def shown(kept: tuple[Served, Page]) -> tuple[Served, Page]:
    """The same, without clocks and picture of an earlier game."""
    kept[0].feed(f"{times_line(())}\n{NO_PICTURE}\n")
    return kept


def free_place() -> str:
    return f"{HERE}:{kept_port()}"


def _overflow(page: Page) -> list[str]:
    """Words and dice that leave the window or are cut off in their box."""
    return page.evaluate("""() => {
        const wide = innerWidth, high = innerHeight, found = [];
        for (const each of document.querySelectorAll("h2, p, li, .die, .name, .note")) {
            const box = each.getBoundingClientRect();
            if (!box.width || getComputedStyle(each).position === "absolute") continue;
            if (box.left < -1 || box.right > wide + 1 || box.top < -1 || box.bottom > high + 1)
                found.push(each.className + ": " + each.textContent);
        }
        if (document.documentElement.scrollHeight > high || document.documentElement.scrollWidth > wide)
            found.push("it scrolls");
        return found;
    }""")


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_fits_every_screen_without_scrolling_and_shuts_nobody_out(
    shown: tuple[Served, Page], scene: str
) -> None:
    running, page = shown
    told(running, page, feed_of(SCENES[scene]), scene)
    for size in at_sizes(page):
        assert _overflow(page) == [], size
        if size in (SIZES["phone"], SIZES["television"]):
            assert shut_out(page, "color-contrast") == [], size


def test_letters_stand_out_from_the_lightest_ground_they_can_lie_on(shown: tuple[Served, Page]) -> None:
    def luminance(code: str) -> float:
        parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    colours = shown[1].evaluate(
        """names => {
        const style = getComputedStyle(document.documentElement);
        return names.map(name => style.getPropertyValue("--" + name).trim());
    }""",
        ["ivory", "quiet", "yellow", "yellow-light", "red-light", "felt", "plate-light"],
    )
    *letters, felt, plate = colours
    for ground in (felt, plate):
        for each in letters:
            least = 3.0 if each == letters[-1] else 4.5  # lost dice are said in large letters alone
            assert (luminance(each) + 0.05) / (luminance(ground) + 0.05) >= least, (each, ground)


def test_what_happens_is_said_to_those_who_do_not_see_it(browser: Browser) -> None:
    with served(language="de") as running:
        running.feed(feed_of(ROUND[:3]).replace('"language": "en"', '"language": "de"'))
        with opened(browser, running.url, scene="bidding") as page:
            page.wait_for_selector("html[lang=de]")
            assert page.get_by_role("heading", level=1).inner_text() == "Anzeigetafel"
            assert page.locator("#turn").get_attribute("aria-live") == "polite"
            assert page.locator("#turn").inner_text().startswith("Ann ist dran")
            assert page.locator(".plate.turn").inner_text().startswith("Am Zug:")


def test_a_bid_and_a_reveal_appear_without_a_touch(browser: Browser) -> None:
    whole = feed_of().splitlines(keepends=True)
    with served() as running, opened(browser, running.url, scene="waiting") as page:
        page.wait_for_selector("#turn:has-text('No game yet.')", timeout=PATIENCE_MS)
        running.feed("".join(whole[:4]))
        page.wait_for_selector(".bid .die[aria-label='4']", timeout=PATIENCE_MS)
        assert page.locator(".bid-words").inner_text() == "Ann: two 4s"
        assert page.locator(".hands").count() == 0
        running.feed("".join(whole[4:]))
        page.wait_for_selector(".hand .die.counted", timeout=PATIENCE_MS)
        assert page.locator(".headline").inner_text() == "Only two 4s!"
        assert page.locator(".hand .die.counted").count() == 2
        assert page.locator(".hands .change.lost").inner_text() == "−1"


def test_the_page_says_that_the_table_has_gone_and_comes_back_by_itself(browser: Browser) -> None:
    place = free_place()
    with contextlib.ExitStack() as stack:
        with served(listen=place) as running:
            running.feed(feed_of(ROUND[:3]))
            page = stack.enter_context(opened(browser, running.url, scene="bidding"))
            assert page.locator("#notice").is_hidden()
        page.wait_for_selector("#notice:not([hidden])", timeout=PATIENCE_MS)
        assert page.locator("#notice").inner_text() == "Not connected. Trying again …"
        assert page.locator(".bid").count() == 1
        again = stack.enter_context(served(listen=place))
        again.feed(feed_of())
        page.wait_for_selector("body[data-scene=revealed]", timeout=2 * PATIENCE_MS)
        page.wait_for_selector("#notice", state="hidden")


def test_a_table_that_has_another_token_now_is_said_in_its_own_words(browser: Browser) -> None:
    place = free_place()
    with contextlib.ExitStack() as stack:
        with served(listen=place) as running:
            page = stack.enter_context(opened(browser, running.url, scene="waiting"))
        stack.enter_context(served("--token", "another-token", listen=place))
        page.get_by_text("There is no scoreboard here any more.").wait_for(timeout=2 * PATIENCE_MS)


EIGHT = ("Ann", "Benedikta-Luise", "Cleo", "Dan", "Eve", "Finn", "Gustav-Adolf", "Hal")
EIGHT_PLAY: tuple[Event, ...] = (
    GameBegun("perudo", EIGHT),
    OpeningRolled(tuple(enumerate((6, 5, 4, 3, 2, 1, 1, 1)))),
    BidMade(0, 7, 4),
    BidMade(1, 8, 4),
    Challenged(2),
    CupsRevealed(tuple((1, 4, 4, 3, 6) for _ in EIGHT)),
)
SHARE = """() => { // of the picture, that the board covers
    let [left, top, right, bottom] = [innerWidth, innerHeight, 0, 0];
    for (const each of document.querySelectorAll("#turn, #centre > *, .plate")) {
        const box = each.getBoundingClientRect();
        if (!box.width) continue;
        [left, top] = [Math.min(left, box.left), Math.min(top, box.top)];
        [right, bottom] = [Math.max(right, box.right), Math.max(bottom, box.bottom)];
    }
    return (right - left) * (bottom - top) / (innerWidth * innerHeight);
}"""
CUT = """() => [...document.querySelectorAll(".plate, .plate .die, .bid, .verdict, .headline, .losses")]
    .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.className + ": " + each.textContent)"""


@pytest.mark.parametrize("layout", ["overlay", "strip", "corner", "full"])
def test_over_a_stream_eight_players_and_their_dice_cover_a_fifth_and_the_rest_is_clear(
    browser: Browser, layout: str
) -> None:
    with served() as running, opened(browser, f"{running.url}?layout={layout}") as page:
        for scene, events in (("bidding", EIGHT_PLAY[:4]), ("revealed", EIGHT_PLAY)):
            told(running, page, feed_of(events), scene)
            for size in at_sizes(page, "large", "television"):
                ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert ground == "rgba(0, 0, 0, 0)", scene
                if "CUPS_UP_SHOW" in os.environ:
                    page.evaluate(
                        "document.documentElement.style.setProperty('background', '#456', 'important')"
                    )
                    page.screenshot(path=f"{os.environ['CUPS_UP_SHOW']}-{layout}-{scene}-{size[0]}.png")
                assert _overflow(page) == [], scene
                assert page.evaluate(CUT) == [], scene
                if layout == "full":
                    assert page.locator(".hands, .bid").first.is_visible()
                    continue
                assert page.evaluate(SHARE) <= 0.2, scene
                assert page.locator(".revealed-dice .die.counted").count() == 24 * (scene == "revealed")
                assert page.locator(".headline").count() == (scene == "revealed")


LONG = (
    "Maximilian-Jonas", "Bartholomäus-Leo", "Konstantina-Ruth", "Alexandrine-Lou", "Christopher-John",
    "Wilhelmina-Marie", "Friederike-Luise", "Theodora-Mathild", "Sebastian-Moritz", "Annabelle-Sophie",
    "Ferdinand-Gregor", "Emmanuelle-Aline",
)  # fmt: skip
WORDS_CUT = """() => [...document.querySelectorAll(".name, .bid-words, .losses, .place, .hand, .plate")]
    .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.className + ": " + each.textContent)"""


DICE_CUT = """() => [ // and names of which hardly a letter is left
    ...[...document.querySelectorAll(".plate .stock, .plate .revealed-dice")]
        .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1),
    ...[...document.querySelectorAll(".plate:not(.out) .name")]
        .filter((each) => {
            const wide = each.clientWidth;
            return wide && wide < 2 * parseFloat(getComputedStyle(each).fontSize);
        }),
    ].map((each) => each.className + ": " + each.parentElement.textContent)"""


def _crowded(players: int, long: tuple[str, ...] = LONG) -> dict[str, tuple[Event, ...]]:
    """A bid, a reveal and the end of games of so many players with names of 16 letters."""
    names = long[:players]
    bids = (GameBegun("rh", names, (), 0), *(BidMade(seat, 7 + seat, 4) for seat in range(3)))
    reveal = (Challenged(3 % players), CupsRevealed(((1, 4, 4, 3, 6, 6),) * players))
    record = GameRecord.begin(GameBegun("rh", names, (("dice", 1),), 0))
    over: list[Event] = [*record.live_events]
    while record.game.winner is None:
        game = record.game
        event: Event = CupsRevealed(tuple((2,) * dice for dice in game.dice))
        if game.phase is not Phase.REVEAL:
            challenged = game.bid is not None
            event = Challenged(game.acting) if challenged else BidMade(game.acting, game.dice_in_play, 6)
        record = record.apply(event)
        over.append(event)
    return {"bidding": bids, "revealed": (*bids, *reveal), "over": tuple(over)}


@pytest.mark.parametrize("players", [3, 6, 8, 12])
def test_with_long_names_nothing_scrolls_and_no_name_is_cut(shown: tuple[Served, Page], players: int) -> None:
    running, page = shown
    for scene, events in _crowded(players).items():
        told(running, page, feed_of(events), scene)
        for size in at_sizes(page, "small", "television", "large", "upright", "4K"):
            assert (_overflow(page), page.evaluate(WORDS_CUT)) == ([], []), (scene, size)


SMALLEST_NAME = """() => Math.min(...[...document.querySelectorAll(".name")]
    .filter((each) => each.clientWidth).map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def test_beside_a_name_of_sixty_letters_the_others_can_be_read(shown: tuple[Served, Page]) -> None:
    running, page = shown
    for scene, events in _crowded(6, ("Maximilian " * 6, "Ann", "Ben", "Cy", "Dan", "Eve")).items():
        told(running, page, feed_of(events), scene)
        for size in at_sizes(page, "small", "television", "upright"):
            assert page.evaluate(SMALLEST_NAME) >= 6, (scene, size)
            assert _overflow(page) == [], (scene, size)


NAME_SIZES = """(where) => [...document.querySelectorAll(where)]
    .map((each) => parseFloat(getComputedStyle(each).fontSize))"""
NAMES_IN = {"bidding": ".plate .name", "revealed": ".hand .name", "over": ".place:not(.first) .name"}


@pytest.mark.parametrize("players", [4, 6, 10])
def test_a_long_name_alone_is_written_smaller(shown: tuple[Served, Page], players: int) -> None:
    running, page = shown
    names = ("Maximilian Alexander", "Ann", "Ben", "Cy", "Dora", "Eve", "Finn", "Gus", "Hanna", "Ivo")
    for scene, events in _crowded(players, names).items():
        told(running, page, feed_of(events), scene)
        for size in at_sizes(page, "television", "upright"):
            sizes = page.evaluate(NAME_SIZES, NAMES_IN[scene])
            assert min(sizes) < max(sizes), (scene, size)
            assert sizes.count(max(sizes)) == len(sizes) - 1, (scene, size, sizes)


@pytest.mark.parametrize("layout", ["strip", "corner", "full"])
def test_over_a_stream_no_long_name_and_no_die_is_cut(browser: Browser, layout: str) -> None:
    with served() as running, opened(browser, f"{running.url}?layout={layout}") as page:
        for players in (3, 8, 12):
            for scene, events in _crowded(players).items():
                told(running, page, feed_of(events), scene)
                for size in at_sizes(page, "large", "television"):
                    if "CUPS_UP_SHOW" in os.environ:
                        place = f"{os.environ['CUPS_UP_SHOW']}-{players}-{layout}-{scene}-{size[0]}.png"
                        page.screenshot(path=place)
                    assert _overflow(page) == [], (players, scene, size)
                    assert page.evaluate(CUT) == [], (players, scene, size)
                    assert page.evaluate(DICE_CUT) == [], (players, scene, size)
                    assert layout != "strip" or page.evaluate(SHARE) <= 0.2, (players, scene, size)


def _match(players: int) -> dict[str, tuple[Event, ...]]:
    """A match of so many long names: with the first melds, with many cards on the table, and at its end."""
    rng = random.Random(players)
    table = CardTable.of(rng, GameRecord.begin(GameBegun("liar-liar", LONG[:players], (("target", 60),))))
    told: dict[str, tuple[Event, ...]] = {}
    most = 0
    while table.record.game.winner is None:
        table.play()
        match = table.record.game
        laid = sum(len(each.cards) for each in match.melds)
        decided = match.quest is None and bool(match.quests) and match.phase is not MatchPhase.OVER
        if decided and laid > most:
            told.setdefault("first", table.record.live_events)
            told["revealed"], most = table.record.live_events, laid
    return told | {"over": table.record.live_events}


@pytest.mark.parametrize("players", [3, 8, 12])
def test_the_cards_of_a_match_are_drawn_and_nothing_scrolls_and_nothing_is_cut(
    shown: tuple[Served, Page], players: int
) -> None:
    (running, page), games = shown, _match(players)
    for scene in ("first", "over", "revealed"):
        told(running, page, feed_of(games[scene]), scene.replace("first", "revealed"))
        match = happenings(games[scene])[-1].record.game
        cards = [] if scene == "over" else [say_card(card) for meld in match.melds for card in meld.cards]
        drawn = page.locator(".melds .card")
        if cards:  # earlier reveals of the match are drawn on the way
            drawn.nth(len(cards) - 1).wait_for(timeout=PATIENCE_MS)
        for size in at_sizes(page, "small", "television", "large", "upright", "4K"):
            if "CUPS_UP_SHOW" in os.environ:
                place = f"{os.environ['CUPS_UP_SHOW']}-cards-{players}-{scene}-{size[0]}.png"
                page.screenshot(path=place)
            assert (_overflow(page), page.evaluate(WORDS_CUT)) == ([], []), (scene, size)
            if size in (SIZES["small"], SIZES["television"]):
                assert shut_out(page, "color-contrast") == [], (scene, size)
            if scene != "over":
                assert drawn.evaluate_all("all => all.map(each => each.ariaLabel)") == cards


@pytest.mark.parametrize("players", [3, 8, 12])
def test_a_clock_stands_whole_beside_a_long_name(shown: tuple[Served, Page], players: int) -> None:
    running, page = shown
    clocks = times_line(("12:34",) * players) + "\n"
    told(running, page, feed_of(_crowded(players)["bidding"]) + clocks, "bidding")
    for size in at_sizes(page, "small", "television", "large", "upright"):
        page.wait_for_selector(".plate .time", timeout=PATIENCE_MS)
        assert page.locator(".plate .time").all_inner_texts() == ["12:34"] * players
        assert (_overflow(page), page.evaluate(WORDS_CUT)) == ([], []), size


def test_who_watches_on_a_phone_guesses_and_a_television_does_not_ask(browser: Browser) -> None:
    lines = feed_of(ROUND).splitlines(keepends=True)
    before, after = "".join(lines[:-2]), "".join(lines[-2:])
    with served() as running:
        running.feed(before)
        with opened(browser, running.url, SIZES["television"], "bidding") as page:
            assert page.locator("#guess").is_hidden()
        with opened(browser, running.url, SIZES["phone"], "bidding", True) as page:
            page.tap("#guess .true")
            assert page.locator("#guess .true").get_attribute("aria-pressed") == "true"
            assert _overflow(page) == []
            asked: list[str] = []
            page.on("request", lambda each: asked.append(each.url))
            running.feed(after)
            page.get_by_text("0 of 1 guessed right").wait_for(timeout=PATIENCE_MS)
            assert asked == []


SLEPT = """async () => { // a page that heard neither the end of its round nor the next bids
    const { guess } = await import(new URL("guess.js", location.href));
    const place = document.createElement("div");
    const bid = (quantity) => ({ seat: 1, quantity, die: null });
    const words = { guess: "?", guess_true: "true", guess_lie: "lie", guess_score: "{right} of {all}" };
    guess(place, bid(3), null, words);
    place.querySelector(".true").click();
    guess(place, bid(5), true, words);
}"""


def test_a_guess_counts_for_its_own_bid_alone(browser: Browser) -> None:
    events = (*ROUND, BidMade(0, 9, 6))
    with served() as running, opened(browser, running.url, SIZES["phone"], "waiting", True) as page:
        told(running, page, feed_of(events), "bidding")
        page.tap("#guess .lie")
        left = happenings((*events, PlayerLeft(1)))[-1]
        told(running, page, "".join(f"{line}\n" for line in format_lines(left)), "over")
        page.evaluate(SLEPT)
        assert page.evaluate("localStorage.getItem('cups-up-guesses')") is None


def test_as_cups_go_up_in_turn_the_count_is_on_the_page_and_nobody_guesses_any_more(browser: Browser) -> None:
    called = happenings(ROUND[:4])[-1]
    counted = replace(called, fresh=(), before=None, so_far="Two 4s so far.")
    with served() as running, opened(browser, running.url, SIZES["phone"], "waiting") as page:
        told(running, page, feed_of(ROUND[:4]), "bidding")
        assert page.locator("#guess[hidden]").count() == 0
        running.feed("".join(f"{line}\n" for line in format_lines(counted)))
        page.wait_for_selector("#turn:has-text('Two 4s so far.')", timeout=PATIENCE_MS)
        assert page.locator("#guess[hidden]").count() == 1
        assert _overflow(page) == []


def _signs_in(page: Page, place: str) -> list[str]:
    """Of which seats signs are drawn there, each with its colour."""
    return page.locator(f"{place} svg.sign").evaluate_all(
        """all => all.map(each => {
            const disc = each.querySelectorAll("circle")[1];
            return `${each.dataset.seat} ${disc.getAttribute("fill")}`;
        })"""
    )


def test_everybody_has_the_sign_of_the_tables_own_screen(shown: tuple[Served, Page]) -> None:
    ann, ben = (f"{seat} #{bytes(sign_of(seat).colour).hex()}" for seat in (0, 1))
    running, page = shown
    told(running, page, feed_of(SCENES["bidding"]), "bidding")
    assert _signs_in(page, "#players") == [ann, ben]
    assert _signs_in(page, "#turn") == [ann]
    assert page.locator("#turn").inner_text().startswith("Ann")
    told(running, page, feed_of(SCENES["revealed"]), "revealed")
    assert _signs_in(page, ".hands") == [ann, ben]
    loser = ben if "Ben" in page.locator(".losses").inner_text() else ann
    assert _signs_in(page, ".losses") == [loser]


def shot_of(number: int) -> str:
    """A line with a picture of a table, as wide as a camera's."""
    pixels = np.full((720, 1280, 3), (40, 90, 60), np.uint8)
    cv2.circle(pixels, (640, 360), 200, (220, 240, 250), -1)
    _, jpeg = cv2.imencode(".jpg", pixels)
    return picture_line(Picture(7, number, jpeg.tobytes())) + "\n"


def revealed_by(players: int) -> str:
    """A reveal of so many players, and its picture."""
    names = ("Ann", "Benedikta-Luise", "Cleo", "Dan", "Eve", "Finn")[:players]
    hands = tuple((4, 4, 2, 3, 6) for _ in names)
    begun = GameBegun("milton-bradley", names, opener=0)
    events = (begun, BidMade(0, 2, 4), Challenged(1), CupsRevealed(hands))
    return feed_of(events) + shot_of(len(events))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_reveals_picture_stands_beside_its_dice_on_every_screen(
    shown: tuple[Served, Page], players: int
) -> None:
    running, page = shown
    told(running, page, revealed_by(players), "revealed")
    for size in at_sizes(page):
        page.wait_for_selector("img.reveal", state="attached", timeout=PATIENCE_MS)
        width = "async (each) => { await each.decode(); return each.naturalWidth; }"
        assert page.locator("img.reveal").evaluate(width) == 1280
        assert _overflow(page) == [], size
        assert page.locator("img.reveal").get_attribute("alt") == "The open dice on the table"
        box = page.locator("img.reveal").bounding_box()
        if size in (SIZES["television"], SIZES["large"]):
            assert box is not None
            assert box["width"] >= size[0] / 8
        if size == SIZES["television"]:
            assert shut_out(page, "color-contrast") == []


def test_over_a_stream_the_reveals_picture_is_hidden(browser: Browser) -> None:
    with served() as running, opened(browser, f"{running.url}?layout=overlay", SIZES["large"]) as page:
        for players in (2, 4, 6):
            told(running, page, revealed_by(players), "revealed")
            page.wait_for_selector("img.reveal", state="attached", timeout=PATIENCE_MS)
            assert page.locator("img.reveal").is_hidden()
