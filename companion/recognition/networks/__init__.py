"""What every stage needs: network files and their thresholds, errors, exact arithmetic."""
