# A cat that is asked to come crosses uneven ground while every frame is drawn; the same command moves the player, until a key takes over.
world seed=7 window=640x360 radius=3 time=0.42 fps=10
until ready within 90s
click left
do spawn cat Tansy
stand player at 0.5 83 0.5 facing 0
stand Tansy at 2.5 83 -7.5 facing 180
# a wall two blocks high with steps beside it
do place_block_at stone 0 83 -5
do place_block_at stone 0 84 -5
do place_block_at stone 1 83 -5
do place_block_at stone 1 84 -5
do place_block_at stone 2 83 -5
do place_block_at stone 2 84 -5
do place_block_at stone 3 83 -5
do place_block_at stone 3 84 -5
do place_block_at planks 1 83 -3
do place_block_at planks 0 83 -3
do place_block_at planks -1 83 -3
do place_block_at stone -1 83 -5
do show_path
look 0 -12
until ready within 60s
ask Tansy "walk to 0 83 -1"
until action Tansy running within 20s
expect action Tansy running
camera from 7.5 88 2.5 to 1.2 83 -4.2 field 55
advance 0.7s
capture going_under_way.png
camera off
until text "Tansy walks to (0, 83, -1)" within 10s
until action Tansy done within 30s
expect body Tansy at 0 83 -1
until turn Tansy done within 10s
expect message "stands at (0, 83, -1)"
expect frames between every call and its result
advance 0.3s
capture going_arrived.png

# an edit that cuts the way is walked around
stand Tansy at -3.5 83 -1.5 facing 0
ask Tansy "walk to 4 83 -2"
until action Tansy running within 20s
do place_block_at glass 2 83 -2
do place_block_at glass 2 84 -2
until action Tansy done within 30s
expect body Tansy at 4 83 -2

# asked to come, and to follow
stand Tansy at -4.5 83 4.5 facing 0
ask Tansy "come here"
until turn Tansy done within 40s
expect body Tansy within 0.8..2.9 of player
ask Tansy "follow me"
until turn Tansy done within 20s
expect action Tansy running

# the player, by the same command; a key takes over at once
do move_to 4 83 3
expect action player running
until action player done within 20s
expect body player at 4 83 3
do move_to -4 83 2
advance 0.5s
expect action player running
key W
expect action player cancelled
until text "taken over by hand" within 10s
until action Tansy running within 10s
advance 3s
expect body Tansy within 0.8..3.4 of player
do show_path
capture going_followed.png
