"""What bridges of robots share: goals taken one at a time, a person's approval, observations, transforms."""
