world seed=7 window=640x360
do spawn gnome Moss
ask Moss "put three stone blocks in a row in front of you"
until turn Moss done within 60s
expect turn Moss clean
expect call place_block_at ok 3
expect edits stone 3
