# A wrong material shows the error with its suggestion; nothing changes; the game goes on.
world seed=7 window=640x360 radius=3 fps=20 draw_every=4
do spawn gnome Moss
ask Moss "put three ston blocks in a row in front of you"
until turn Moss failed within 30s
expect call place_block_at invalid 1
expect message "did you mean stone"
expect revision 0
until text "did you mean stone" within 10s
capture wrong_material.png
ask Moss "put three stone blocks in a row in front of you"
until turn Moss done within 30s
expect edits stone 3
