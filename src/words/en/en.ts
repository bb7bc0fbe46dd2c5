import { clock } from './clock.ts';
import { connections } from './connections.ts';
import { sensors } from './sensors.ts';
import { station } from './station.ts';
import { storage } from './storage.ts';
import { watch } from './watch.ts';

/** Every sentence of the station in English, by code. The other languages are held to this list. */
export const english = { ...clock, ...connections, ...sensors, ...station, ...storage, ...watch };
