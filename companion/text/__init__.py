"""Every sentence of the app by message id, in a gettext catalogue for each language.

``use_language`` chooses the language once, at the start; ``say`` gives a sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.text.catalogue import Catalogue, own_name, path_of, read_catalogue
from companion.text.names import (
    as_sentence,
    capital,
    is_written,
    printable,
    printable_sentence,
    quoted,
    say_all,
    say_decimal,
    say_list,
    say_name,
    say_number,
    say_os_fault,
    say_percent,
    say_player,
    use_letters,
    without_secrets,
)
from companion.text.speech import (
    known_language,
    language_of,
    languages,
    say,
    spoken,
    use_catalogue,
    use_language,
)

if TYPE_CHECKING:
    from companion.text.aloud import in_agreement, say_again, say_aloud
    from companion.text.cards import (
        say_asked,
        say_came_of,
        say_card,
        say_cards,
        say_hand,
        say_match_turn,
        say_meld,
        say_number_of_cards,
        say_quest,
        say_standing,
        say_the_card,
        say_wanted,
    )
    from companion.text.dice import (
        say_bid,
        say_call,
        say_company,
        say_count,
        say_dice,
        say_different,
        say_face,
        say_faces,
        say_farewell,
        say_legal,
        say_lie,
        say_line,
        say_losses,
        say_lying,
        say_opener,
        say_plain_face,
        say_roll,
        say_roll_faces,
        say_so_far,
        say_tally,
        say_turn,
        say_verdict,
    )
    from companion.text.refusals import reason_if, reason_of
    from companion.text.rulebook import Chapter, chapters, for_the_table, match_chapters
    from companion.text.switches import (
        GROUPS,
        OPTIONS,
        label_of,
        long_label_of,
        say_briefly,
        say_clash,
        say_needs,
        say_setting,
        switch_words,
    )
else:
    __getattr__ = lazily(
        __name__,
        {
            "aloud": "in_agreement say_again say_aloud",
            "cards": (
                "say_asked say_came_of say_card say_cards say_hand say_match_turn say_meld "
                "say_number_of_cards say_quest say_standing say_the_card say_wanted"
            ),
            "dice": (
                "say_bid say_call say_company say_count say_dice say_different say_face say_faces "
                "say_farewell say_legal say_lie say_line say_losses say_lying say_opener say_plain_face "
                "say_roll say_roll_faces say_so_far say_tally say_turn say_verdict"
            ),
            "refusals": "reason_if reason_of",
            "rulebook": "Chapter chapters for_the_table match_chapters",
            "switches": (
                "GROUPS OPTIONS label_of long_label_of say_briefly say_clash say_needs say_setting "
                "switch_words"
            ),
        },
    )

__all__ = [
    "GROUPS",
    "OPTIONS",
    "Catalogue",
    "Chapter",
    "as_sentence",
    "capital",
    "chapters",
    "for_the_table",
    "in_agreement",
    "is_written",
    "known_language",
    "label_of",
    "language_of",
    "languages",
    "long_label_of",
    "match_chapters",
    "own_name",
    "path_of",
    "printable",
    "printable_sentence",
    "quoted",
    "read_catalogue",
    "reason_if",
    "reason_of",
    "say",
    "say_again",
    "say_all",
    "say_aloud",
    "say_asked",
    "say_bid",
    "say_briefly",
    "say_call",
    "say_came_of",
    "say_card",
    "say_cards",
    "say_clash",
    "say_company",
    "say_count",
    "say_decimal",
    "say_dice",
    "say_different",
    "say_face",
    "say_faces",
    "say_farewell",
    "say_hand",
    "say_legal",
    "say_lie",
    "say_line",
    "say_list",
    "say_losses",
    "say_lying",
    "say_match_turn",
    "say_meld",
    "say_name",
    "say_needs",
    "say_number",
    "say_number_of_cards",
    "say_opener",
    "say_os_fault",
    "say_percent",
    "say_plain_face",
    "say_player",
    "say_quest",
    "say_roll",
    "say_roll_faces",
    "say_setting",
    "say_so_far",
    "say_standing",
    "say_tally",
    "say_the_card",
    "say_turn",
    "say_verdict",
    "say_wanted",
    "spoken",
    "switch_words",
    "use_catalogue",
    "use_language",
    "use_letters",
    "without_secrets",
]
