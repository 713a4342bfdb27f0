world seed=7 window=640x360 radius=2 fps=20
do spawn gnome Moss
until ready within 60s
aim at Moss
expect screen Moss covers 90%..100%
