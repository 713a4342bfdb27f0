# Who lives here: a cat beside a gnome, the roster, the chat, a name completed, and a purr that is heard.
world seed=7 window=640x360 radius=3 time=0.45 fps=20 draw_every=4
do spawn gnome Moss
do spawn cat Marmalade
advance 20 frames
key R
until widget Roster visible within 5s
expect text "Moss"
expect text "cat · offline · ○ idle"
capture roster.png
click widget Folk_2
click widget Switch_shell
until text "shell: yes" within 10s
click widget NewFolkName
key Ctrl+A
type "Biscuit"
key Enter
until text "Biscuit" within 10s
advance 10 frames
capture roster_changed.png
click widget Dismiss
expect widget ReallyDismiss visible
capture roster_dismiss.png
click widget Stay
click widget Talk
until widget Prompt visible within 5s
expect widget Roster hidden
type "follow m"
until text "Tab completes:   [Moss]" within 10s
capture roster_completion.png
key Tab
advance 5 frames
key Ctrl+A
type "purr"
key Enter
until turn Biscuit done within 30s
advance 20 frames
capture roster_purr.png
key Shift+Tab
advance 40 frames
key T
until widget Chat visible within 5s
type "good morning everybody"
key Enter
advance 10 frames
key Tab
type "say good morning"
key Enter
until turn Moss done within 30s
until text "Moss  good morning" within 10s
capture roster_chat.png
key Enter
until widget Chat hidden within 5s
