# Several gnomes: names above heads, and Tab talks to the one in the middle of the view.
world seed=7 window=640x360 radius=3 time=0.45
until ready within 90s
click left
do spawn gnome Moss
do spawn gnome Fern
aim at Moss
advance 0.3s
expect text "talk to Moss"
aim at Fern
advance 0.3s
expect text "talk to Fern"
capture company_names.png
key Tab
advance 0.8s
expect widget Prompt visible
expect text "Tell Fern what to do, such as: put three stone blocks in a row in front of you"
capture company_focus.png
