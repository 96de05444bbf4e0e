"""An evening wired together from what is here: journal, camera, eye, table, and a look at all of it."""
