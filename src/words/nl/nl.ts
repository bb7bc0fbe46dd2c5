import type { Catalogue } from '../speaker.ts';
import { clock } from './clock.ts';
import { connections } from './connections.ts';
import { sensors } from './sensors.ts';
import { station } from './station.ts';
import { storage } from './storage.ts';
import { texts } from './texts.ts';
import { watch } from './watch.ts';

export const dutch: Catalogue = {
  sentences: { ...clock, ...connections, ...sensors, ...station, ...storage, ...watch },
  texts,
};
