world seed=7 window=640x360
do spawn gnome Moss
until ready within 90s
aim at Moss
ask Moss "put three stone blocks in a row in front of you"
until turn Moss done within 60s
expect edits stone 3
until ready within 60s
capture frame.png of Moss
