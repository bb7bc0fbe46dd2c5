// What is played in the machine. Each scenario starts from the same disk (after the first install, shut down in order), in a layer of
// its own, and is a list of facts: `see(name, holds, detail)`. A container has neither a clock nor a bus nor modules of its own.
import { board } from './scenarios/board.mjs';
import { clock, lateClock, zone } from './scenarios/clock.mjs';
import { disk } from './scenarios/disk.mjs';
import { doctor } from './scenarios/doctor.mjs';
import { hung } from './scenarios/hung.mjs';
import { powerCuts } from './scenarios/power-cuts.mjs';
import { settings } from './scenarios/settings.mjs';
import { startStop } from './scenarios/start-stop.mjs';

export const scenarios = {
  'start and stop': { work: startStop },
  settings: { work: settings },
  'disk full, read-only, and back': { work: disk },
  clock: { work: clock, where: 'vm' },
  'time zone': { work: zone },
  'late clock': { work: lateClock, where: 'vm' },
  'a Sense HAT': { work: board, where: 'vm' },
  'doctor, as printed': { work: doctor, where: 'vm' },
  'a hung guest': { work: hung, where: 'vm' },
  'power cuts': { work: powerCuts, honest: true },
};
