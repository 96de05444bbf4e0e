"""A face or a doubt for each die. Pure: scored dice and a history in, dice out."""
