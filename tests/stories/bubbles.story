# Bubbles hang over the head of who thinks and works, terrain hides them, and they are gone some seconds after the turn.
world seed=7 window=640x360 radius=3 time=0.40 fps=30 draw_every=4
until ready within 90s
do spawn gnome Moss
stand player at 0.5 84 16.5 facing 180
stand Moss at 0.5 83 -3.5 facing 180
camera from 0.5 84.3 1.2 to 0.5 84.1 -3.5 field 60
ask Moss "put three stone blocks in a row in front of you and say there"
until turn Moss done within 30s
advance 0.5s
expect bubbles of Moss cover 3%..9%
capture bubbles.png
ask Moss "put a brick two blocks behind you"
until turn Moss done within 30s
do place_block_at planks 0 84 -1
do place_block_at planks 0 85 -1
do place_block_at planks -1 84 -1
do place_block_at planks 1 84 -1
do place_block_at planks -1 85 -1
do place_block_at planks 1 85 -1
advance 1.5s
expect bubbles of Moss cover 0%..0.3%
capture bubbles_hidden.png
