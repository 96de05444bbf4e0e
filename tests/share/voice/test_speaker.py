"""One thing is said at a time; what is newer cuts off what is older; nothing breaks without a loudspeaker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.share.voice import Speaker
from companion.share.voice.engines import EngineFailed
from companion.share.voice.sound import Effect, Sound, sound_of
from companion.share.voice.speaker import MOST_KEPT, TRIES, PlayerFailed
from companion.text import use_language
from tests.share.voice.listening import Letters, Tape, until


@pytest.fixture
def tape() -> Tape:
    return Tape()


@pytest.fixture
def letters() -> Letters:
    return Letters()


@pytest.fixture
def speaker(letters: Letters, tape: Tape) -> Iterator[Speaker]:
    made = Speaker(letters, tape)
    yield made
    made.close()


def test_an_engine_is_given_numbers_that_agree_with_their_noun(speaker: Speaker, letters: Letters) -> None:
    use_language("es")
    speaker.say("Ana: 21 treses.")
    until(lambda: letters.spoken == ["Ana: veintiún treses."])


def test_words_are_said_with_a_sound_before_them(speaker: Speaker, tape: Tape) -> None:
    speaker.say("Ben: six 4s.", Effect.DIE)
    until(lambda: len(tape.heard) == 1)
    alone = Sound.from_wav(tape.heard[0][2]).lasts_s
    assert alone == pytest.approx(0.15 + sound_of(Effect.DIE).lasts_s, abs=0.01)


def test_what_is_newer_cuts_off_what_is_older(speaker: Speaker, tape: Tape) -> None:
    speaker.say("word " * 400)
    until(lambda: speaker._wanted is None)
    speaker.say("Liar.")
    until(lambda: len(tape.heard) == 2)
    (began, ended, _), (after, _, _) = tape.heard
    assert ended - began < 15, "twenty seconds of words were not cut off"
    assert after >= ended, "two things were said at once"


def test_what_is_said_then_waits_for_its_turn(speaker: Speaker, tape: Tape, letters: Letters) -> None:
    speaker.say("Bob challenges. Lift the cups!")
    until(lambda: speaker._wanted is None)
    for words in ("Bob lifts.", "Cy lifts."):
        speaker.say_then(words)
    until(lambda: len(tape.heard) == 2)
    (began, ended, _), (after, _, _) = tape.heard
    assert after >= ended >= began + 0.25, "the challenge was cut off"
    assert letters.spoken[-1] == "Cy lifts.", "only the newest waits"


def test_what_is_newer_leaves_nothing_waiting(speaker: Speaker, letters: Letters) -> None:
    speaker.say("word " * 400)
    until(lambda: speaker._wanted is None)
    speaker.say_then("Bob lifts.")
    speaker.say("Only two 5s!")
    until(lambda: "Only two 5s!" in letters.spoken)
    speaker.close()
    assert "Bob lifts." not in letters.spoken


def test_of_many_at_once_the_last_is_said(speaker: Speaker, tape: Tape, letters: Letters) -> None:
    for number in range(200):
        speaker.say(f"number {number}")
    until(lambda: "number 199" in letters.spoken)
    until(lambda: bool(tape.heard))
    assert len(tape.heard) < 200


def test_the_same_words_are_made_once(speaker: Speaker, tape: Tape, letters: Letters) -> None:
    for said in range(3):
        speaker.say("Ada, your turn.")
        until(lambda said=said: len(tape.heard) == said + 1)
    assert letters.spoken == ["Ada, your turn."]


@pytest.mark.slow
def test_what_is_kept_is_bounded(letters: Letters) -> None:
    tape = Tape(plays=False)
    speaker = Speaker(letters, tape)
    for number in range(MOST_KEPT + 30):
        speaker.say(f"number {number}")
        until(lambda number=number: len(tape.heard) == number + 1)
    assert len(speaker._kept) == MOST_KEPT
    speaker.close()


def test_silence_plays_nothing(letters: Letters, tape: Tape) -> None:
    speaker = Speaker(letters, tape, volume=0)
    speaker.say("Ada, your turn.", Effect.DIE)
    until(lambda: letters.spoken == ["Ada, your turn."])
    speaker.close()
    assert tape.heard == []


def test_without_an_engine_the_sounds_are_left(tape: Tape) -> None:
    speaker = Speaker(None, tape)
    speaker.say("Ada, your turn.", Effect.CUP)
    until(lambda: len(tape.heard) == 1)
    speaker.close()
    assert tape.heard[0][2] == sound_of(Effect.CUP).at(1).wav


@pytest.mark.parametrize("broken", ["engine", "player"])
def test_what_fails_is_given_up_after_some_tries(broken: str, letters: Letters) -> None:
    tries: list[str] = []

    class NoPlayer:
        def play(self, wav: bytes, cut_off: Callable[[], bool]) -> None:
            tries.append("played")
            raise PlayerFailed("there is no sound card")

    class NoEngine(Letters):
        def speech(self, words: str) -> Sound:
            tries.append(words)
            raise EngineFailed("no such voice")

    speaker = Speaker(
        NoEngine() if broken == "engine" else letters, NoPlayer() if broken == "player" else Tape()
    )
    for number in range(TRIES):
        speaker.say(f"number {number}")
        until(lambda number=number: len(tries) == number + 1)
    speaker.say("one more")
    speaker.close()
    assert len(tries) == TRIES


def test_another_engine_speaks_after_one_that_was_given_up(letters: Letters, tape: Tape) -> None:
    class NoEngine(Letters):
        def speech(self, words: str) -> Sound:
            super().speech(words)
            raise EngineFailed("no such voice")

    broken = NoEngine()
    speaker = Speaker(broken, tape)
    for number in range(TRIES):
        speaker.say(f"number {number}")
        until(lambda number=number: len(broken.spoken) == number + 1)
    speaker.say("one more")
    until(lambda: speaker._wanted is None)
    speaker.speak_with(letters)
    speaker.say("Ada, your turn.")
    until(lambda: len(tape.heard) == 1)
    speaker.close()
    assert (len(broken.spoken), letters.spoken) == (TRIES, ["Ada, your turn."])


def test_a_volume_of_a_half_is_half_as_loud() -> None:
    loud = sound_of(Effect.WIN)
    assert abs(loud.at(0.5).samples).max() == pytest.approx(abs(loud.samples).max() / 2, rel=0.01)


@pytest.mark.parametrize("effect", list(Effect))
def test_every_sound_is_short_and_heard(effect: Effect) -> None:
    sound = sound_of(effect)
    assert 0.1 < sound.lasts_s < 0.5
    assert abs(sound.samples).max() > 3_000
    assert Sound.from_wav(sound.wav).samples.tolist() == sound.samples.tolist()


@pytest.mark.parametrize("wav", [b"", b"RIFF", b"no sound at all"])
def test_what_is_no_sound_is_refused(wav: bytes) -> None:
    with pytest.raises(ValueError, match="not a sound"):
        Sound.from_wav(wav)
