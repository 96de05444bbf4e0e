"""Every sentence of the app by message id, in a gettext catalogue for each language.

``use_language`` chooses the language once, at the start; ``say`` gives a sentence.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.text.aloud import in_agreement as in_agreement
    from companion.text.aloud import say_again as say_again
    from companion.text.aloud import say_aloud as say_aloud
    from companion.text.cards import say_asked as say_asked
    from companion.text.cards import say_came_of as say_came_of
    from companion.text.cards import say_card as say_card
    from companion.text.cards import say_cards as say_cards
    from companion.text.cards import say_hand as say_hand
    from companion.text.cards import say_match_turn as say_match_turn
    from companion.text.cards import say_meld as say_meld
    from companion.text.cards import say_number_of_cards as say_number_of_cards
    from companion.text.cards import say_quest as say_quest
    from companion.text.cards import say_standing as say_standing
    from companion.text.cards import say_the_card as say_the_card
    from companion.text.cards import say_wanted as say_wanted
    from companion.text.catalogue import Catalogue as Catalogue
    from companion.text.catalogue import as_called as as_called
    from companion.text.catalogue import known_language as known_language
    from companion.text.catalogue import language_of as language_of
    from companion.text.catalogue import languages as languages
    from companion.text.catalogue import own_name as own_name
    from companion.text.catalogue import path_of as path_of
    from companion.text.catalogue import read_catalogue as read_catalogue
    from companion.text.catalogue import say as say
    from companion.text.catalogue import spoken as spoken
    from companion.text.catalogue import use_catalogue as use_catalogue
    from companion.text.catalogue import use_language as use_language
    from companion.text.dice import say_bid as say_bid
    from companion.text.dice import say_call as say_call
    from companion.text.dice import say_company as say_company
    from companion.text.dice import say_count as say_count
    from companion.text.dice import say_dice as say_dice
    from companion.text.dice import say_different as say_different
    from companion.text.dice import say_face as say_face
    from companion.text.dice import say_faces as say_faces
    from companion.text.dice import say_farewell as say_farewell
    from companion.text.dice import say_legal as say_legal
    from companion.text.dice import say_lie as say_lie
    from companion.text.dice import say_line as say_line
    from companion.text.dice import say_losses as say_losses
    from companion.text.dice import say_lying as say_lying
    from companion.text.dice import say_news as say_news
    from companion.text.dice import say_opener as say_opener
    from companion.text.dice import say_plain_face as say_plain_face
    from companion.text.dice import say_roll as say_roll
    from companion.text.dice import say_roll_faces as say_roll_faces
    from companion.text.dice import say_so_far as say_so_far
    from companion.text.dice import say_tally as say_tally
    from companion.text.dice import say_turn as say_turn
    from companion.text.dice import say_verdict as say_verdict
    from companion.text.names import as_sentence as as_sentence
    from companion.text.names import capital as capital
    from companion.text.names import is_written as is_written
    from companion.text.names import printable as printable
    from companion.text.names import printable_sentence as printable_sentence
    from companion.text.names import quoted as quoted
    from companion.text.names import say_all as say_all
    from companion.text.names import say_chance as say_chance
    from companion.text.names import say_decimal as say_decimal
    from companion.text.names import say_list as say_list
    from companion.text.names import say_name as say_name
    from companion.text.names import say_os_fault as say_os_fault
    from companion.text.names import say_percent as say_percent
    from companion.text.names import say_player as say_player
    from companion.text.names import say_quote as say_quote
    from companion.text.names import say_whole as say_whole
    from companion.text.names import use_letters as use_letters
    from companion.text.names import without_secrets as without_secrets
    from companion.text.refusals import reason_if as reason_if
    from companion.text.refusals import reason_of as reason_of
    from companion.text.rulebook import Chapter as Chapter
    from companion.text.rulebook import chapters as chapters
    from companion.text.rulebook import for_the_table as for_the_table
    from companion.text.rulebook import match_chapters as match_chapters
    from companion.text.switches import GROUPS as GROUPS
    from companion.text.switches import OPTIONS as OPTIONS
    from companion.text.switches import label_of as label_of
    from companion.text.switches import long_label_of as long_label_of
    from companion.text.switches import say_briefly as say_briefly
    from companion.text.switches import say_clash as say_clash
    from companion.text.switches import say_needs as say_needs
    from companion.text.switches import say_setting as say_setting
    from companion.text.switches import switch_words as switch_words
else:
    __getattr__, __all__ = lazily(__name__, __file__)
