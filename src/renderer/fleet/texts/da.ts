import { page } from '../../texts/da/page.ts';
import { fleet } from './da/fleet.ts';
import type { FleetWords } from './words.ts';

/** Danish. */
export const words: FleetWords = { page, fleet };
