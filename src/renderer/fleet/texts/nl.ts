import { page } from '../../texts/nl/page.ts';
import { fleet } from './nl/fleet.ts';
import type { FleetWords } from './words.ts';

/** Dutch. */
export const words: FleetWords = { page, fleet };
