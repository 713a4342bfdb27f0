# Keys walk, break, place, focus the gnome and ask; the screen shows prompt, card and subtitle.
world seed=7 window=960x540
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
advance 1s
expect widget Prompt visible
expect text "Moss"
type "say hello little world, then put a lantern to your left"
expect text "say hello little world"
key Enter
until turn Moss done within 30s
advance 10 frames
expect widget Subtitle visible
expect text "hello little world"
expect text "place_block_at"
expect edits lantern 1
capture hands_and_words.png
key Escape
advance 5 frames
expect widget Prompt hidden
