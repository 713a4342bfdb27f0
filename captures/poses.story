# What the cat looks like at rest: asleep, and purring.
world seed=7 window=1920x1080 radius=4 time=0.40
until ready within 120s
do spawn cat Tansy
do spawn cat Ginger
stand player at 0.5 84 20.5 facing 180
stand Tansy at -0.2 83 -3.5 facing 200
stand Ginger at 0.95 83 -3.4 facing 190
model Tansy calls nap {}
model Ginger calls purr {}
camera from 0.4 83.75 -0.7 to 0.4 83.25 -3.5 field 30
advance 4s
capture cats.png
expect screen Tansy covers 1%..20%
expect screen Ginger covers 1%..20%
