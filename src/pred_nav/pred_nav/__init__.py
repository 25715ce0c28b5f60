"""Fast marching, exploration and interaction poses. Only node and conversions need ROS."""
