import { page } from '../../texts/ar/page.ts';
import { fleet } from './ar/fleet.ts';
import type { FleetWords } from './words.ts';

/** Arabic. */
export const words: FleetWords = { page, fleet };
