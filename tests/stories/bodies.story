# Two figures in the world: each covers its part of the picture, terrain hides them to the pixel, from every side and in a narrow place.
world seed=7 window=640x360 radius=3 time=0.40 fps=30 draw_every=4
until ready within 90s
do spawn gnome Moss
do spawn cat Tansy
stand player at 0.5 84 16.5 facing 180
stand Moss at 0.93 83 -4.5 facing 180
stand Tansy at 2.5 83 -3.5 facing 180
camera from 1.2 84.2 -0.4 to 1.05 83.6 -4 field 40
advance 4s
expect screen Moss covers 2.2%..4%
expect screen Tansy covers 1.2%..3.6%
stand Moss at 0.93 83 -4.5 facing 90
stand Tansy at 2.5 83 -3.5 facing 90
advance 2s
expect screen Moss covers 2%..4%
expect screen Tansy covers 1.5%..4.5%
stand Moss at 0.93 83 -4.5 facing 180

# half behind a block
do place_block_at planks 0 83 -4
advance 2s
expect screen Moss covers 0.5%..1.7%
capture bodies_half.png
# and all behind two
do place_block_at planks 1 83 -4
do place_block_at planks 1 84 -4
do place_block_at planks 0 84 -4
advance 2s
expect screen Moss covers 0%..0.4%

# the eye inside the box around a figure, and the figure between walls
do place_block_at stone 3 83 -4
do place_block_at stone 3 84 -4
stand Tansy at 2.5 83 -3.5 facing 180
camera from 2.5 83.62 -3.0 to 2.5 83.4 -3.6 field 70
advance 2s
expect screen Tansy covers 25%..80%
capture bodies_near.png
