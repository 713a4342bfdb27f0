# A conversation: the camera steps back, bubbles tell what is thought and done, the line what is said.
world seed=7 window=1920x1080 radius=4 time=0.42
until ready within 120s
click left
do spawn gnome Moss
do spawn cat Tansy
stand Moss at 0.5 83 -3.5 facing 180
stand Tansy at -0.9 83 -3.8 facing 190
aim at Moss
key Tab
advance 1.5s
expect widget Prompt visible
ask Moss "put three bricks in a row two blocks behind you and say there you are, three bricks"
until turn Moss done within 30s
advance 0.2s
capture conversation.png
expect bubbles of Moss cover 2%..30%
