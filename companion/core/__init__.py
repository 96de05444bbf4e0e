"""Values and small arithmetic shared by rooms; each module stands alone."""
