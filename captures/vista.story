# Noon over the meadows and the mountains.
world seed=7 window=1920x1080 radius=8 time=0.47
until ready within 240s
stand player at 60.5 120 -40.5 facing -120
camera from 52 104 -62 to 150 112 40 field 62
advance 2s
until ready within 400s
do set time 11:20
advance 0.5s
capture vista.png
expect revision 0
