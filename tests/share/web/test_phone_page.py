"""The phones' page in a real browser: whole games, small screens, and nobody is shut out of it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.core.seats import sign_of
from companion.play.base.commands import CallChallenge, NextRound, PlaceBid
from companion.text import use_language
from tests.browsing import NEEDS_CHROMIUM, PATIENCE_MS, page_at, shut_out
from tests.share.web.phone_table import NAMES, PhoneTable, served

pytestmark = [pytest.mark.slow, NEEDS_CHROMIUM]
PHONE = 390, 844
SIZES = {"phone": PHONE, "small": (320, 568), "turned": (740, 360)}


def phone(
    browser: Browser,
    here: PhoneTable,
    seat: int | None,
    size: tuple[int, int] = PHONE,
    look: str = "dark",
) -> AbstractContextManager[Page]:
    """A phone of its own, which scans that player's code."""
    return page_at(
        browser,
        here.gateway.url if seat is None else here.gateway.invitation(seat).url,
        size,
        f"body[data-scene={'join' if seat is None else 'table'}]",
        own=here.gateway.url,
        has_touch=True,
        is_mobile=True,
        color_scheme=look,
        reduced_motion="reduce",
    )


def press(page: Page, key: str) -> None:
    """Touch a key once it is there, and the time for a thumb on its way is over."""
    page.wait_for_selector(f"{key}:visible", timeout=PATIENCE_MS)
    page.wait_for_timeout(450)
    page.tap(key)


def overflow(page: Page) -> list[str]:
    """Keys and words that leave the window or are too small for a thumb; what scrolls in the middle may."""
    return page.evaluate("""() => {
        const found = [], under = document.querySelector("header").getBoundingClientRect().bottom;
        for (const each of document.querySelectorAll("header, #refusal, #pad, #join, button, input, h1")) {
            const box = each.getBoundingClientRect();
            if (!box.width) continue;
            const name = each.id || each.className;
            if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(name);
            const key = each.matches("button, input");
            if (key && box.top < under - 1) found.push(`${name} is under the header`);
            if (key && (box.width < 47.5 || box.height < 47.5)) found.push(`${name} is small`);
            if (parseFloat(getComputedStyle(each).fontSize) < 18) found.push(`${name} is hard to read`);
        }
        if (document.documentElement.scrollWidth > innerWidth) found.push("it scrolls sideways");
        return found;
    }""")


def test_a_whole_game_is_played_from_two_phones(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, 0) as ann, phone(browser, here, 1) as ben:
            assert ann.locator("#turn").inner_text() == "Your turn"
            assert ben.locator("#pad").is_hidden()
            ann.tap(".face:nth-child(4)")
            press(ann, "#bid")
            ben.wait_for_selector(".bid .die[aria-label='4']", timeout=PATIENCE_MS)
            assert here.view.scene.game.bid == "one 4"
            assert ben.locator("#bid").inner_text() == "Bid: two 4s"
            ben.tap("#numbers button:nth-child(2)")
            ben.tap("#numbers button:nth-child(1)")
            press(ben, "#bid")
            press(ann, "#challenge")
            ben.get_by_text("Ann challenges two 4s. Lift the cups!").wait_for(timeout=PATIENCE_MS)
            for each in (ann, ben):
                each.wait_for_selector(".shout", timeout=PATIENCE_MS)
                assert each.locator(".shout .word").inner_text() == "Liar!"
                signs = each.locator(".shout svg.sign")
                assert signs.evaluate_all("all => all.map(each => each.dataset.seat)") == ["0", "1"]
                assert each.locator(".shout .die").get_attribute("aria-label") == "4"
            assert here.reveal((4, 2), (4, 3)).scene.game.seats[0].dice == 1
            ben.get_by_text("Exactly two 4s!").wait_for(timeout=PATIENCE_MS)
            assert ben.locator(".hand .die").count() == 4
            counted = ben.locator(".hand .die.counted")
            assert counted.evaluate_all("all => all.map(each => each.ariaLabel)") == ["4", "4"]
            opener, other = (ann, ben) if here.touch(NextRound).scene.game.seats[0].to_act else (ben, ann)
            press(opener, "#bid")
            press(other, "#challenge")
            opener.get_by_text("Lift the cups!").wait_for(timeout=PATIENCE_MS)
            here.reveal((2,), (2, 3))
            winner = here.touch(NextRound).scene.winner
            for each in (ann, ben):
                each.get_by_text(here.view.message, exact=True).wait_for(timeout=PATIENCE_MS)
            assert winner == "Ben"


def test_every_key_fits_the_screen_and_a_thumb(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin("perudo", names=("Ann", "Benedikta-Luise", "Cleo", "Dan", "Eve", "Finn"))
        here.touch(PlaceBid, quantity=3, face=4)
        turn = next(each.seat for each in here.view.scene.game.seats if each.to_act)
        for seat in (turn, None):
            with phone(browser, here, seat) as page:
                for wide, high in SIZES.values():
                    page.set_viewport_size({"width": wide, "height": high})
                    page.wait_for_function(f"innerWidth === {wide} && innerHeight === {high}")
                    if seat is not None:
                        page.wait_for_selector("#spot-on:visible", timeout=PATIENCE_MS)
                    assert overflow(page) == [], (seat, wide, high)


def test_on_a_very_low_screen_every_key_is_within_reach(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin("perudo", names=("Ann", "Ben", "Cleo", "Dan"))
        here.touch(PlaceBid, quantity=3, face=4)
        turn = next(each.seat for each in here.view.scene.game.seats if each.to_act)
        with phone(browser, here, turn, (640, 240)) as page:
            page.locator("#spot-on").scroll_into_view_if_needed()
            page.locator("#faces button").first.scroll_into_view_if_needed()
            header, faces = page.locator("header").bounding_box(), page.locator("#faces").bounding_box()
            assert faces["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize("size", [(240, 320), (320, 240)])
def test_on_a_phone_with_keys_a_bid_is_chosen_and_made(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with served(tmp_path) as here:
        here.begin("perudo", names=("Ann", "Ben", "Cleo", "Dan"))
        here.touch(PlaceBid, quantity=3, face=4)
        turn = next(each.seat for each in here.view.scene.game.seats if each.to_act)
        with phone(browser, here, turn, size) as page:
            page.wait_for_selector("#spot-on:visible", timeout=PATIENCE_MS)
            off = [each for each in overflow(page) if "small" in each or "sideways" in each]
            assert off == []
            assert page.evaluate("document.documentElement.clientWidth") == size[0]
            assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), "the header stays"
            for key in ("#faces button", "#numbers button", "#spot-on", "#bid"):
                page.locator(key).last.scroll_into_view_if_needed()
                box = page.locator(key).last.bounding_box()
                assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0]
                assert box["y"] + box["height"] <= size[1]
            boxes = [each.bounding_box() for each in page.locator("#numbers button").all()]
            assert all(
                one["x"] + one["width"] <= two["x"] or two["y"] > one["y"] for one, two in pairwise(boxes)
            )


@pytest.mark.parametrize("size", [(240, 320), (320, 568), (360, 640)])
def test_a_shout_holds_both_players_and_a_bid_of_two_figures(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with served(tmp_path) as here:
        here.begin("rh", names=tuple("ABCDEF"))
        here.touch(PlaceBid, quantity=24, face=4)
        here.touch(CallChallenge, players=(1,))
        with phone(browser, here, 1, size) as page:
            shout = page.locator(".shout").bounding_box()
            for each in page.locator(".shout .sign, .shout .quantity").all():
                box = each.bounding_box()
                assert shout["x"] <= box["x"]
                assert box["x"] + box["width"] <= shout["x"] + shout["width"]


def test_nine_dice_are_bid_in_two_touches(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin("rh", names=("Ann", "Ben", "Cleo"))
        with phone(browser, here, 0) as ann:
            ann.get_by_role("button", name="Further numbers").tap()
            ann.get_by_role("button", name="18", exact=True).tap()
            assert ann.locator("#bid").inner_text().startswith("Bid: eighteen ")
            ann.get_by_role("button", name="Further numbers").tap()
            ann.wait_for_timeout(450)
            ann.get_by_role("button", name="9", exact=True).tap()
            assert ann.locator("#bid").inner_text().startswith("Bid: nine ")
            ann.tap("#bid")
            ann.get_by_text("Ben: beat nine", exact=False).wait_for(timeout=PATIENCE_MS)


LONG = ("Maximiliane-Lu", "Bartholomew-Jo", "Wilhelmina-Mar", "Annamaria-Soph", "MMMMMMMMMMMMMM")


def cut_off(page: Page, names: str) -> list[str]:
    return page.locator(names).evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
    )


@pytest.mark.parametrize("players", [2, 3, 5, 8, 12])
def test_at_320_pixels_every_name_is_whole(browser: Browser, tmp_path: Path, players: int) -> None:
    names = tuple(f"{LONG[at % 5]}{at:02}" for at in range(players))
    with served(tmp_path) as here:
        here.begin("rh", names=names)
        with phone(browser, here, 0, SIZES["small"]) as page:
            assert page.locator("#players .name").all_inner_texts() == [*names]
            assert cut_off(page, ".name") == []
            assert overflow(page) == []


def test_who_is_out_guesses_and_the_score_stays_on_that_phone(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben", "Cleo"), dice=1)
        with phone(browser, here, 0) as ann:
            here.touch(PlaceBid, quantity=3, face=4)
            here.touch(CallChallenge, players=(1,))
            here.reveal((2,), (2,), (3,))
            here.touch(NextRound)
            assert ann.locator("#guess").is_hidden()
            asked: list[str] = []
            ann.on("request", lambda each: asked.append(each.url))
            turn = next(each.seat for each in here.view.scene.game.seats if each.to_act)
            here.touch(PlaceBid, quantity=1, face=6)
            ann.wait_for_selector("#guess .lie:visible", timeout=PATIENCE_MS)
            assert ann.locator("#guess .question").inner_text() == "True or lie?"
            ann.tap("#guess .lie")
            assert ann.locator("#guess .lie").get_attribute("aria-pressed") == "true"
            assert overflow(ann) == []
            here.touch(CallChallenge, players=(3 - turn,))
            here.reveal((), (2,), (3,))
            ann.get_by_text("1 of 1 guessed right").wait_for(timeout=PATIENCE_MS)
            assert asked == []
            assert ann.evaluate("localStorage.getItem('cups-up-guesses')") == '{"right":1,"all":1}'


def test_large_letters_keys_alone_and_forced_colours_leave_every_bid_within_reach(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin()
        with phone(browser, here, 0) as page:
            page.focus("#numbers button:nth-child(2)")
            page.keyboard.press("Enter")
            assert page.locator(":focus").inner_text() == "2"
            page.emulate_media(forced_colors="active")
            grounds = page.locator("#numbers button").evaluate_all(
                "all => all.map(each => getComputedStyle(each).backgroundColor)"
            )
            assert grounds.count(grounds[1]) == 1, "the chosen number is told apart"
            page.emulate_media(forced_colors="none")
            larger = page.context.new_cdp_session(page)
            larger.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
            page.wait_for_function("() => getComputedStyle(document.documentElement).fontSize === '32px'")
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") == width
                page.locator("#bid").scroll_into_view_if_needed()


def test_axe_finds_nothing_that_shuts_people_out(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben", "Cleo"), dice=2)
        here.touch(PlaceBid, quantity=1, face=4)
        for seat in (None, 1, 2):
            with phone(browser, here, seat) as page:
                for look in ("dark", "light"):
                    page.emulate_media(color_scheme=look)
                    assert shut_out(page) == [], (seat, look)


def test_axe_finds_that_a_long_table_is_scrolled_by_keys_too(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin("rh", names=tuple("ABCDEFGHIJKL"))
        with phone(browser, here, 0, (360, 640)) as page:
            assert shut_out(page) == []


def test_a_bid_that_comes_too_late_is_refused_in_words_and_the_page_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, 0) as page:
            page.wait_for_timeout(450)
            page.context.set_offline(True)
            page.tap("#bid")
            page.get_by_text("No answer. Try again.").wait_for(timeout=PATIENCE_MS)
            page.context.set_offline(False)
            press(page, "#bid")
            page.get_by_text("Ben: beat", exact=False).wait_for(timeout=PATIENCE_MS)


def test_a_chosen_bid_stays_chosen_when_the_table_changes_without_a_bid(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, 0) as page:
            page.tap(".face:nth-child(5)")
            page.tap("#numbers button:nth-child(3)")
            here.gateway.show(replace(here.view, number=here.view.number + 1, message="Somebody peeks."))
            page.wait_for_timeout(450)
            assert page.locator("#bid").inner_text() == "Bid: three 5s"
            here.gateway.show(here.view)
            here.touch(PlaceBid, quantity=1, face=2)
            here.touch(PlaceBid, quantity=2, face=2)
            page.wait_for_selector(".bid .die[aria-label='2']", timeout=PATIENCE_MS)
            page.locator("#bid:has-text('Bid: three 2s')").wait_for(timeout=PATIENCE_MS)


def test_a_bid_that_nobody_answers_leaves_the_keys_for_another_try(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, 0) as page:
            page.clock.install()
            page.clock.fast_forward(60_000)  # its time begins anew, and the keys wait for a thumb on its way
            page.route("**/ask", lambda route: None, times=1)
            with page.expect_request("**/ask"):
                press(page, "#bid")
            page.clock.fast_forward(15_000)
            page.locator("#refusal:has-text('No answer. Try again.')").wait_for(timeout=PATIENCE_MS)
            press(page, "#bid")
            page.get_by_text("Ben: beat", exact=False).wait_for(timeout=PATIENCE_MS)


def test_a_phone_that_is_taken_away_while_it_bids_asks_for_a_code(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin(dice=2)
        with phone(browser, here, 0) as page:
            held: list[Route] = []
            page.route("**/ask", lambda route: held.append(route))
            with page.expect_request("**/ask"):
                press(page, "#bid")
            here.gateway.send_away(0)
            page.wait_for_selector("body[data-scene=join]", timeout=PATIENCE_MS)
            with page.expect_response("**/ask"):
                held[0].continue_()
            assert page.locator("#refusal").inner_text() == ""
            page.fill("#code", here.gateway.invitation(0).code)
            page.tap("#join button")
            page.wait_for_selector("#pad[aria-busy=false]", timeout=PATIENCE_MS)


def test_a_code_is_typed_and_a_phone_that_was_shut_off_comes_back_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, None) as page:
            page.fill("#code", "AAAAAA")
            page.tap("#join button")
            page.get_by_text("This code is not valid now.").wait_for(timeout=PATIENCE_MS)
            page.fill("#code", here.gateway.invitation(0).code.lower())
            page.tap("#join button")
            page.get_by_role("heading", name="Your turn").wait_for(timeout=PATIENCE_MS)
            page.reload()
            page.get_by_role("heading", name="Your turn").wait_for(timeout=PATIENCE_MS)
            here.gateway.send_away(0)
            page.get_by_text("This phone is not at the table now.").wait_for(timeout=PATIENCE_MS)


def test_a_code_that_nobody_answers_stands_there_for_another_try(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as here:
        here.begin()
        code = here.gateway.invitation(0).code
        with phone(browser, here, None) as page:
            page.route("**/join", lambda route: route.abort(), times=2)
            page.fill("#code", code)
            page.tap("#join button")
            page.locator("#refusal:has-text('No answer. Try again.')").wait_for(timeout=PATIENCE_MS)
            assert page.input_value("#code") == code
            page.fill("#code", "")
            with page.expect_event("requestfailed"):
                page.evaluate(f"location.hash = '{code}'")
            expect(page.locator("#code")).to_have_value(code)
            page.tap("#join button")
            page.locator("#me:has-text('Ann')").wait_for(timeout=PATIENCE_MS)


def test_a_code_that_is_sent_by_a_double_tap_is_tried_once(browser: Browser, tmp_path: Path) -> None:
    """The second try would be told that the code is wrong."""
    with served(tmp_path) as here:
        here.begin()
        with phone(browser, here, None) as page:
            tries: list[str] = []
            page.on("request", lambda asked: tries.extend([asked.method] * asked.url.endswith("/join")))
            page.fill("#code", here.gateway.invitation(0).code)
            page.dblclick("#join button")
            page.wait_for_selector("body[data-scene=table]", timeout=PATIENCE_MS)
            assert tries == ["POST"]


def test_a_code_scanned_into_an_open_page_is_taken_or_refused_in_words(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben"), dice=2)
        with phone(browser, here, 0) as page:
            page.evaluate("location.hash = 'AAAAAA'")
            page.get_by_text("This code is not valid now.").wait_for(timeout=PATIENCE_MS)
            page.evaluate(f"location.hash = '{here.gateway.invitation(1).code}'")
            page.locator("#me:has-text('Ben')").wait_for(timeout=PATIENCE_MS)


def test_where_two_players_share_a_browser_both_pages_are_the_later_ones(
    browser: Browser, tmp_path: Path
) -> None:
    """Else a challenge on the page of one would be the other's."""
    with served(tmp_path) as here, browser.new_context() as shared:
        here.begin()
        pages = [shared.new_page(), shared.new_page()]
        for seat, page in enumerate(pages):
            page.goto(here.gateway.invitation(seat).url)
            page.locator(f"#me:has-text('{NAMES[seat]}')").wait_for(timeout=PATIENCE_MS)
        pages[0].locator("#me:has-text('Ben')").wait_for(timeout=PATIENCE_MS)


def test_a_phone_that_slept_looks_at_once_though_its_timers_slept_too(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin(dice=2)
        with phone(browser, here, 0) as page:
            page.evaluate("const slept = Date.now() + 60_000; Date.now = () => slept")
            with page.expect_request("**/events"):
                page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            page.get_by_role("heading", name="Your turn").wait_for(timeout=PATIENCE_MS)


def test_an_open_page_speaks_the_tables_new_language_also_when_the_phone_is_taken_away(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        here.begin()
        with phone(browser, here, 0) as page:
            use_language("de")
            here.gateway.show(replace(here.view, number=here.view.number + 1))
            page.locator("#turn:has-text('Du bist dran')").wait_for(timeout=PATIENCE_MS)
            here.gateway.send_away(0)
            page.locator("#join button:has-text('Mitspielen')").wait_for(timeout=PATIENCE_MS)


def test_everybody_has_the_sign_of_the_tables_own_screen(browser: Browser, tmp_path: Path) -> None:
    def signs_in(page: Page, place: str) -> list[str]:
        discs = page.locator(f"{place} svg.sign circle:nth-of-type(2)")
        return discs.evaluate_all("all => all.map(each => each.getAttribute('fill'))")

    ann, ben, cleo = (f"#{bytes(sign_of(seat).colour).hex()}" for seat in range(3))
    with served(tmp_path) as here:
        here.begin(names=("Ann", "Ben", "Cleo"), dice=2)
        with phone(browser, here, 2, look="light") as page:
            assert signs_in(page, "#players") == [ann, ben, cleo]
            assert (signs_in(page, "#me"), signs_in(page, "#turn")) == ([cleo], [ann])
            here.touch(PlaceBid, quantity=2, face=4)
            page.wait_for_selector(".bid", timeout=PATIENCE_MS)
            assert (signs_in(page, ".bid"), signs_in(page, "#turn")) == ([ann], [ben])
            here.touch(CallChallenge, players=(1,))
            here.reveal((4, 2), (4, 3), (1, 1))
            page.wait_for_selector(".losses", timeout=PATIENCE_MS)
            loser = (ann, ben, cleo)[
                here.view.scene.verdict.losses.index(max(here.view.scene.verdict.losses))
            ]
            assert signs_in(page, ".losses") == [loser]
