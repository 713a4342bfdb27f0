# A gnome that is told to fetch walks to the block, carries it in its hands, and puts it down before the player.
world seed=7 window=640x360 radius=3 time=0.42 fps=20
until ready within 90s
click left
do spawn gnome Moss
stand player at 0.5 83 0.5 facing 0
stand Moss at 1.5 83 -2.5 facing 180
look 0 -14
do place_block_at lantern 4 83 -5
ask Moss "fetch a lantern"
until revision 2 within 30s
expect cell 4 83 -5 is air
expect action Moss running
camera from 3.4 84.1 0.6 to 3.2 83.5 -3.8 field 40
advance 0.5s
capture fetching_carried.png
camera off
until action Moss done within 60s
expect edits lantern 1
expect body Moss within 1.5..4.5 of player
until turn Moss done within 30s
expect frames between every call and its result
capture fetching_brought.png
