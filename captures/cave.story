# Both by lantern in a cave that is dark otherwise.
world seed=7 window=1920x1080 radius=4 time=0.45
until ready within 120s
stand player at 52.5 61 44.5 facing 0
advance 1s
until ready within 120s
do spawn gnome Moss
do spawn cat Tansy
stand Moss at 55.5 61 39.5 facing 150
stand Tansy at 56.6 61 40.3 facing 140
camera from 54.9 61.9 42.9 to 56.05 61.6 39.6 field 42
advance 3s
capture cave_dark.png
expect screen Moss covers 0%..4%
do place_block_at lantern 54 61 38
do place_block_at lantern 58 61 37
until ready within 60s
advance 4s
capture cave.png
expect screen Moss covers 1%..20%
expect screen Tansy covers 0.5%..15%
