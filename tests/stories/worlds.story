# The title: a world is made, settings count at once, keys are bound anew, the world is left, found again and deleted.
world seed=7 window=640x360 radius=3 start=title fps=20 draw_every=4
until widget TitleScreen visible within 20s
# the list is there, which takes the keys when it comes
until text "There is none yet" within 20s
click widget NewName
key Ctrl+A
type "Vale"
capture worlds_title.png
click widget Create
until ready within 90s
expect widget TitleScreen hidden
key Escape
until widget Pause visible within 5s
capture worlds_pause.png
click widget ToSettings
until widget Settings visible within 5s
click widget Tab_Picture
click widget Set_reduced_motion
capture worlds_settings.png
click widget Tab_Keys
click widget Bind_jump
key F
expect text "F does “fly” already. Press it again to take it from there · Esc keeps it"
capture worlds_keys.png
key F
expect text "Jump is F now"
click widget Done
until widget Pause visible within 5s
click widget Leave
until widget World_1 visible within 20s
until text "Vale" within 10s
click widget Delete
expect widget Confirm visible
capture worlds_delete.png
click widget Keep
expect widget World_1 visible
