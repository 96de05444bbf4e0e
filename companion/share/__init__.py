"""What leaves the table: a feed, pages for browsers and phones, pictures, a voice."""
