"""What the kept games tell: rounds, chances, figures. Pure values in, pure values out."""
