# A gnome runs programs: each command line is shown and approved first, its screen stands on the card, and leaving ends what goes on.
world seed=7 window=960x540 radius=3 fps=20 draw_every=4
until ready within 90s
click left
do spawn gnome Moss
aim at Moss
model Moss calls run_shell {"command": "echo not granted"}
until turn Moss done within 20s
expect call run_shell invalid 1
do grant Moss shell
model Moss begins run_shell {"command": "printf '\\033[1;32mgreen\\033[0m and plain\\n'; stty size; exit 3"}
until text "Moss wants to run shell" within 20s
advance 20 frames
expect text "stty size"
expect text "shell"
capture shell_approval.png
key Ctrl+Y
until turn Moss done within 20s
expect message "exit 3"
expect message "24 80"
expect message "green and plain"
advance 10 frames
capture shell_done.png
model Moss begins run_shell {"command": "touch denied"}
until asked within 20s
advance 5 frames
key Ctrl+N
until turn Moss done within 20s
expect call run_shell denied 1
# what does not end, and does not want to, keeps nobody from leaving
model Moss begins run_shell {"command": "trap '' TERM HUP; setsid -f sleep 1000; while true; do sleep 0.1; done"}
approve
until turn Moss done within 20s
expect message "Still running"
capture shell_running.png
