"""Set-up and development commands of Littlefolk; standard library only, run as `python3 -m setup COMMAND`."""
