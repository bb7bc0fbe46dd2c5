// What is played in the machine. Each scenario starts from the same disk (after the first install, shut down in order), in a layer of
// its own, and is a list of facts: `see(name, holds, detail)`. A container has neither a clock nor a bus nor modules of its own.
import { board } from './scenarios/board.mjs';
import { clock, lateClock, zone } from './scenarios/clock.mjs';
import { disk } from './scenarios/disk.mjs';
import { doctor } from './scenarios/doctor.mjs';
import { hub } from './scenarios/hub.mjs';
import { hung } from './scenarios/hung.mjs';
import { kiosk } from './scenarios/kiosk.mjs';
import { powerCuts } from './scenarios/power-cuts.mjs';
import { settings } from './scenarios/settings.mjs';
import { startStop } from './scenarios/start-stop.mjs';
import { upgrades } from './scenarios/upgrades.mjs';

export const scenarios = {
  'start and stop': { work: startStop },
  settings: { work: settings },
  upgrades: { work: upgrades },
  'kiosk over headless': { work: kiosk },
  'disk full, read-only, and back': { work: disk },
  clock: { work: clock, where: 'vm' },
  'time zone': { work: zone },
  'late clock': { work: lateClock, where: 'vm' },
  'a Sense HAT': { work: board, where: 'vm' },
  'doctor, as printed': { work: doctor, where: 'vm' },
  'the hub of a fleet': { work: hub, where: 'container' },
  'a hung guest': { work: hung, where: 'vm' },
  'power cuts': { work: powerCuts, honest: true },
};
