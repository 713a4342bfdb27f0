# M-x: a command is found, its kind and cell are prompted for, a wrong kind shows what was meant, a click on a block fills the cell.
world seed=7 window=960x540 time=0.4
do place block at glass 1 83 -3
do place block at lantern -1 83 -3
until ready within 90s
click left
look 0 -15
key Alt+X
expect widget Palette visible
expect text "Spawn Gnome"
expect text "Find commands by words"
capture palette_list.png
type "place block"
advance 3 frames
key Enter
expect text "[kind]"
type "cheese"
advance 3 frames
expect text "cheese is not a block kind; did you mean leaves"
capture palette_cheese.png
key Escape
key Escape
advance 3 frames
expect widget Palette hidden
expect revision 2

# a colon opens it too; the cell is filled by a click on the block
type ":"
advance 3 frames
expect widget Palette visible
type "place block at"
key Enter
type "stone"
key Enter
expect text "[cell]"
point at cell 1 83 -3
advance 3 frames
expect text "click: 1 83 -2 (glass)"
capture palette_click.png
pick cell 1 83 -3
advance 10 frames
expect widget Palette hidden
expect cell 1 83 -2 is stone
expect text "stone placed at (1, 83, -2)"

# typed cells, and the last call again
key Alt+X
type "pba"
key Enter
type "sand"
key Enter
type "0 84 -3"
key Enter
advance 10 frames
expect cell 0 84 -3 is sand
expect revision 4

# pointing without a command lists what can be done with the block
key Alt+X
pick cell 1 83 -3
advance 3 frames
expect text "Place Block At"
capture palette_about.png
type "remove"
advance 3 frames
expect text "Remove Block At"
key Enter
advance 10 frames
expect cell 1 83 -2 is air
expect revision 5
until ready within 60s
capture palette_after.png
