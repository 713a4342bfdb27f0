# A close look at ten materials.
world seed=7 window=1920x1080 radius=4 time=0.40
until ready within 120s
do place_block_at stone_bricks -2 83 -6
do place_block_at bricks -1 83 -6
do place_block_at planks 0 83 -6
do place_block_at glass 1 83 -6
do place_block_at sandstone 2 83 -6
do place_block_at cobblestone -2 84 -6
do place_block_at wood -1 84 -6
do place_block_at lantern 0 84 -6
do place_block_at moss 1 84 -6
do place_block_at crystal 2 84 -6
stand player at 0.5 84 20.5 facing 180
until ready within 60s
camera from 1.7 84.9 -0.9 to 0.5 83.9 -5.5 field 50
advance 1s
capture materials.png
expect revision 10
