# M-x: a command is found, its kind and cell are prompted for, a wrong kind shows what was meant, a click on a block fills the cell.
world seed=7 window=960x540 radius=3 time=0.4 fps=20 draw_every=4
do place block at glass 1 83 -3
do place block at lantern -1 83 -3
until ready within 90s
click left
look 0 -15
key Alt+X
until widget Palette visible within 10s
expect text "Spawn Gnome"
expect text "Find commands by words"
capture palette_list.png
type "place block"
advance 3 frames
key Enter
expect text "[kind]"
type "cheese"
until text "cheese is not a block kind; did you mean leaves" within 10s
capture palette_cheese.png
key Escape
key Escape
until widget Palette hidden within 10s
expect revision 2

# a colon opens it too; the cell is filled by a click on the block
type ":"
until widget Palette visible within 10s
type "place block at"
key Enter
type "stone"
key Enter
expect text "[cell]"
point at cell 1 83 -3
until text "click: 1 83 -2 (glass)" within 10s
capture palette_click.png
pick cell 1 83 -3
# a notice goes again after some seconds
until text "stone placed at (1, 83, -2)" within 10s
until widget Palette hidden within 10s
expect cell 1 83 -2 is stone

# typed cells, and the last call again
key Alt+X
type "pba"
key Enter
type "sand"
key Enter
type "0 84 -3"
key Enter
until revision 4 within 10s
expect cell 0 84 -3 is sand

# pointing without a command lists what can be done with the block
key Alt+X
pick cell 1 83 -3
until text "Place Block At" within 10s
capture palette_about.png
type "remove"
until text "Remove Block At" within 10s
key Enter
until revision 5 within 10s
expect cell 1 83 -2 is air
until ready within 60s
capture palette_after.png
