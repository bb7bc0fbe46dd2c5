import { page } from '../../texts/pl/page.ts';
import { fleet } from './pl/fleet.ts';
import type { FleetWords } from './words.ts';

/** Polish. */
export const words: FleetWords = { page, fleet };
