#!/bin/bash -e
# Begins where Raspberry Pi OS Lite ends.
if [ ! -d "$ROOTFS_DIR" ]; then copy_previous; fi
