# A short film of the cat on its way: it follows the player over a step, by itself, and stops near them.
world seed=7 window=640x360 radius=4 time=0.40 fps=30
until ready within 120s
do spawn cat Tansy
stand player at -4.5 83 -3.5 facing 180
stand Tansy at -2.9 83 -3.5 facing 90
advance 2 frames
do place_block_at planks 0 83 -3
do place_block_at planks 0 83 -4
do place_block_at planks 0 83 -5
camera from 0.5 84.5 1.0 to 0.5 83.55 -3.6 field 40
ask Tansy "follow me"
until turn Tansy done within 20s
advance 8s
stand player at 4.5 82 -3.5 facing 90
film walk.png 84 frames
expect action Tansy running
expect body Tansy within 1.5..3.3 of player
expect screen Tansy covers 0.5%..10%
