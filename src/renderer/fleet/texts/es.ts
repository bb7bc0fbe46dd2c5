import { page } from '../../texts/es/page.ts';
import { fleet } from './es/fleet.ts';
import type { FleetWords } from './words.ts';

/** Spanish. */
export const words: FleetWords = { page, fleet };
