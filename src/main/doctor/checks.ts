import { sentence } from '../../words/sentence.ts';
import { board, groupCheck, i2cEnabled } from './bus-checks.ts';
import type { Check } from './check.ts';
import { framebuffer, joystick, oneWire } from './device-checks.ts';
import { dataFolder, diskSpace, inodes } from './house-checks.ts';
import { clock, heat, power } from './machine-checks.ts';

export const BUS: readonly Check[] = [
  board,
  i2cEnabled,
  groupCheck('i2c', sentence('doctor.group.opens-i2c'), () => true),
];

/** Checks that can run while the station samples. */
export const AROUND: readonly Check[] = [
  oneWire,
  framebuffer,
  groupCheck('video', sentence('doctor.group.opens-video'), ({ display }) => display.enabled),
  joystick,
  groupCheck('input', sentence('doctor.group.opens-input'), ({ sensors }) => sensors.joystick),
  clock,
  power,
  heat,
  dataFolder,
  diskSpace,
  inodes,
];
