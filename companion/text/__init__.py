"""Every sentence of the app, by message id: one catalogue a language, read by gettext.

``say`` gives a sentence of the language that is spoken; ``use_language`` chooses it once, at the start.
The other modules put what the rules and the table know into such sentences.
"""

from companion.text.speech import languages, say, use_language

__all__ = ["languages", "say", "use_language"]
