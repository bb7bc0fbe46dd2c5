import { page } from '../../texts/de/page.ts';
import { fleet } from './de/fleet.ts';
import type { FleetWords } from './words.ts';

/** German. */
export const words: FleetWords = { page, fleet };
