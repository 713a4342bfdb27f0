# Keys walk, break, place, focus the gnome and ask; the screen shows prompt, card and subtitle.
world seed=7 window=960x540 radius=3 fps=20 draw_every=4
until ready within 90s
click left
key W 0.6s
expect player moved 0.5..4
look 0 -60
click left
until revision 1 within 5s
key 5
click right
until revision 2 within 5s
look 0 60
do spawn gnome Moss
aim at Moss
key Tab
until widget Prompt visible within 10s
advance 1s
expect text "Moss"
type "say hello little world, then put a lantern to your left"
expect text "say hello little world"
key Enter
# what is said and done is to be seen for some seconds, whether or not the turn goes on
until widget Subtitle visible within 30s
expect text "hello little world"
until text "place_block_at" within 30s
capture hands_and_words.png
until turn Moss done within 30s
expect edits lantern 1
key Escape
until widget Prompt hidden within 10s
