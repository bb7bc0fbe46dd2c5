#!/usr/bin/env python3
"""The joystick of a Sense HAT, by uinput: waits for words on stdin (left, right, up, down, middle) and presses each."""
import sys, time
from evdev import UInput, ecodes as e

KEYS = {'up': e.KEY_UP, 'down': e.KEY_DOWN, 'left': e.KEY_LEFT, 'right': e.KEY_RIGHT, 'middle': e.KEY_ENTER}
stick = UInput({e.EV_KEY: list(KEYS.values())}, name='Raspberry Pi Sense HAT Joystick')
print('ready', flush=True)
for line in open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin:
    for value in (1, 0):
        stick.write(e.EV_KEY, KEYS[line.strip()], value)
        stick.syn()
        time.sleep(0.1)
time.sleep(3600)
