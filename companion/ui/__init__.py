"""The touchscreen, in Kivy and nowhere else: draws what ``companion.play`` shows, sends what is touched."""

from companion.ui.environment import prepare_environment

prepare_environment()
