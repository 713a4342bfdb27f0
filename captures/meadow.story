# What lives in a meadow by day.
world seed=7 window=1920x1080 radius=4 time=0.40 fps=12
until ready within 240s
stand player at 0.5 84 16.5 facing 180
critter rabbit at -2.5 83 -3.5 facing 70
critter rabbit at 1.5 83 -2.5 facing -140
critter rabbit at 3.5 83 -5.5 facing 30
critter rabbit at -4.5 83 -7.5 facing -60
critter bird at -5.5 90 -10.5 facing 0
critter bird at -5.5 91 -12.5 facing 0
critter bird at -4.5 89.5 -10.5 facing 0
critter bird at -2.5 91 -12.5 facing 0
camera from 0.4 84.3 1.6 to -0.9 85.2 -8.5 field 56
advance 0.5s
capture meadow.png
expect critters rabbit 4..4
expect critters bird 4..4
expect revision 0
