"""One camera a file; each keeps the promise that a captured frame is newer than the moment asked for."""
