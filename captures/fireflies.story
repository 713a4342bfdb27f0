# The same meadow by night.
world seed=7 window=1920x1080 radius=4 time=0.85 fps=12
until ready within 240s
stand player at 0.5 84 16.5 facing 180
critter rabbit at -2.5 83 -3.5 facing 70
critter rabbit at 1.5 83 -2.5 facing -140
critter rabbit at 3.5 83 -5.5 facing 30
critter rabbit at -4.5 83 -7.5 facing -60
critter firefly at -3.5 85.2 -2.5 facing 0
critter firefly at -2.5 85.6 -5.5 facing 0
critter firefly at -0.5 85.2 -4.5 facing 0
critter firefly at 0.5 85.8 -7.5 facing 0
critter firefly at 1.5 85.2 -3.5 facing 0
critter firefly at 2.5 85.5 -6.5 facing 0
critter firefly at 3.5 85.2 -4.5 facing 0
critter firefly at -5.5 85.4 -7.5 facing 0
critter firefly at -1.5 86.2 -9.5 facing 0
critter firefly at 5.5 85.6 -9.5 facing 0
critter firefly at 0.5 85.1 -1.5 facing 0
critter firefly at -6.5 85.8 -10.5 facing 0
camera from 0.4 84.3 1.6 to -0.9 85.2 -8.5 field 56
advance 1.5s
capture fireflies.png
expect critters firefly 12..12
expect revision 0
