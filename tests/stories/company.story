# Several gnomes: names above heads, and Tab talks to the one in the middle of the view.
world seed=7 window=640x360 radius=3 time=0.45 fps=20 draw_every=4
until ready within 90s
click left
do spawn gnome Moss
do spawn gnome Fern
aim at Moss
until text "talk to Moss" within 10s
aim at Fern
until text "talk to Fern" within 10s
capture company_names.png
key Tab
until widget Prompt visible within 10s
advance 0.8s
expect text "Tell Fern what to do, such as: put three stone blocks in a row in front of you"
capture company_focus.png
