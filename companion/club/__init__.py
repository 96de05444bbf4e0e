"""Many tables, one evening: who sits where, and how the players stand, from the tables' feeds."""
