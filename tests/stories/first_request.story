# Somebody types a sentence to a gnome; blocks appear; the record reads as plain lines.
world seed=7 window=640x360 fps=20
do spawn gnome Moss
until ready within 60s
aim at Moss
expect screen Moss covers 0.3%..20%
ask Moss "put three stone blocks in a row in front of you"
until turn Moss done within 30s
expect turn Moss clean
expect call place_block_at ok 3
expect edits stone 3
expect revision 3
expect frames between every call and its result
expect log "[ok] place_block_at kind=stone"
until ready within 60s
capture first_request.png of Moss
