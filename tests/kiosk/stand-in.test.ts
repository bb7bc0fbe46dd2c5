import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CHROMIUM } from '../support/electron-stand-in/chromium.ts';
import { kioskScenarios, notPlayed } from './scenarios.ts';
import { standInBench } from './stand-in.ts';

const NAME = 'the kiosk on the stand-in for Electron';

if (!existsSync(CHROMIUM) || spawnSync('which', ['Xvfb']).status !== 0)
  notPlayed(NAME, 'Chromium or Xvfb is not on this machine (Debian: apt-get install chromium xvfb)');
else kioskScenarios(NAME, () => standInBench(800, 480));
