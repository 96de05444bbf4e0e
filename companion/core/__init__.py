"""Values and small arithmetic that rooms share: each module stands alone."""
