# A gnome asks and proposes; the player answers with keys, with words and not at all; a block that is proposed is marked until then.
world seed=7 window=960x540 radius=3 fps=20 draw_every=4
until ready within 90s
click left
do spawn gnome Moss
do grant Moss evaluate
aim at Moss
model Moss begins ask_player {"type": "block_kind", "within": null, "question": "Which block shall I put on the roof?"}
until asked within 20s
until widget Asking visible within 20s
until text "Moss asks" within 20s
expect text "Which block shall I put on the roof?"
until text "? asking" within 20s
advance 20 frames
expect text "Enter to answer"
capture asking_question.png
key Enter
advance 1s
type "cheese"
key Enter
until text "cheese is not a block kind" within 20s
type "lan"
until text "lantern" within 20s
capture asking_typed.png
key Tab
key Enter
until turn Moss done within 20s
expect message "the player answers: lantern"
until widget Asking hidden within 20s
model Moss begins evaluate {"source": "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\nprint('counting', me.name)\nfib(12)"}
until text "Moss wants to evaluate" within 20s
advance 20 frames
expect text "Ctrl+Y approves"
expect text "this is not a sandbox"
expect text "answer"
capture asking_approval.png
key Ctrl+Y
until turn Moss done within 20s
expect message "value: «144»"
advance 10 frames
capture asking_done.png
model Moss begins evaluate {"source": "fib(13)"}
until asked within 20s
advance 5 frames
key Ctrl+N
until turn Moss done within 20s
expect call evaluate denied 1
model Moss begins evaluate {"source": "fib(13)"}
answer "count to twenty instead"
until turn Moss done within 20s
expect message "count to twenty instead"
model Moss begins ask_player {"type": "yes_or_no", "within": null, "question": "Shall I go on?"}
approve
until turn Moss done within 20s
expect message "the player answers: yes"
key Escape
advance 1s
do ask before Moss build always
look 0 12
model Moss begins place_block_at {"kind": "lantern", "cell": "here+0,3,0"}
until text "Moss wants to place block at" within 20s
advance 20 frames
capture asking_place.png
deny
until turn Moss done within 20s
expect edits lantern 0
model Moss begins place_block_at {"kind": "lantern", "cell": "here+0,3,0"}
approve
until turn Moss done within 20s
expect edits lantern 1
# what does not end keeps nobody from leaving
model Moss begins evaluate {"source": "import time\ntime.sleep(100000)"}
approve
until turn Moss done within 20s
expect message "still running"
