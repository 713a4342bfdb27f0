# The sun goes down over the sea.
world seed=7 window=1920x1080 radius=7 time=0.728
until ready within 240s
stand player at 58.5 80 285.5 facing 90
camera from 58 71.5 292 to 20 69.5 287 field 60
until ready within 400s
do set time 17:36
advance 0.5s
capture sunset.png
expect revision 0
