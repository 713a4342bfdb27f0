# A block gives way after a moment of digging, the inventory puts another into the hand, water tints the view.
world seed=7 window=640x360 radius=3 time=0.45 fps=20 draw_every=4
until ready within 90s
click left
do place block at stone 0 83 -3
aim at cell 0 83 -3
hold left 0.2s
expect cell 0 83 -3 is stone
# pictures wait for what is being drawn anew, and nothing may wait while the hand digs
until ready within 60s
press mouse left
advance 0.3s
capture digging_cracks.png
until revision 2 within 10s
release mouse left
expect cell 0 83 -3 is air
capture digging_chips.png
key E
until widget Inventory visible within 5s
type "slate"
capture digging_inventory.png
key Enter
until widget Inventory hidden within 5s
aim at cell 0 82 -3
click right
until revision 3 within 5s
expect edits slate 1
do place block at water 0 84 0
until widget Tint visible within 10s
capture digging_water.png
