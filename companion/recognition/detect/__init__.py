"""Where dice may be: image pyramid, detectors, refinement, non-maximum suppression."""
