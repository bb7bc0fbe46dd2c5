import { page } from '../../texts/fr/page.ts';
import { fleet } from './fr/fleet.ts';
import type { FleetWords } from './words.ts';

/** French. */
export const words: FleetWords = { page, fleet };
