# The gnome and the cat from the front, the side and the back.
world seed=7 window=1920x1080 radius=4 time=0.40
until ready within 120s
do spawn gnome Moss
do spawn cat Tansy
stand player at 0.5 84 20.5 facing 180
stand Moss at -0.1 83 -3.5 facing 180
stand Tansy at 1.15 83 -3.5 facing 180
camera from 0.5 84.1 -0.2 to 0.5 83.55 -3.5 field 34
advance 4s
capture portrait_front.png
stand Moss at -0.1 83 -3.5 facing -90
stand Tansy at 1.15 83 -3.5 facing -90
advance 3s
capture portrait_side.png
stand Moss at -0.1 83 -3.5 facing 0
stand Tansy at 1.15 83 -3.5 facing 0
advance 1s
capture portrait_back.png
expect screen Moss covers 2%..20%
expect screen Tansy covers 1%..15%
