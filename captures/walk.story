# A short film of the cat on its way.
world seed=7 window=640x360 radius=4 time=0.40 fps=30
until ready within 120s
do spawn cat Tansy
stand player at 0.5 84 20.5 facing 180
stand Tansy at -2.4 83 -3.5 facing -90
camera from 0.4 84.0 0.3 to 0.4 83.42 -3.5 field 38
advance 1s
film walk.png 96 frames while Tansy walks to 3.4 83 -3.5
expect screen Tansy covers 0%..10%
