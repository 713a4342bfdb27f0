# A gnome half behind a block: what stands before it hides it, to the pixel.
world seed=7 window=1920x1080 radius=4 time=0.40
until ready within 120s
do spawn gnome Moss
do spawn cat Tansy
stand player at 0.5 84 20.5 facing 180
stand Moss at 0.93 83 -4.5 facing 180
stand Tansy at 2.1 83 -3.6 facing 160
camera from 1.2 84.2 -0.4 to 1.05 83.6 -4 field 40
advance 3s
expect screen Moss covers 2%..6%
do place_block_at planks 0 83 -4
until ready within 60s
advance 2s
expect screen Moss covers 0.5%..1.8%
capture behind.png
