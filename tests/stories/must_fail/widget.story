world seed=7 window=640x360 radius=2 fps=20
until ready within 60s
expect widget Prompt visible
