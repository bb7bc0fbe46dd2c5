import { page } from '../../texts/it/page.ts';
import { fleet } from './it/fleet.ts';
import type { FleetWords } from './words.ts';

/** Italian. */
export const words: FleetWords = { page, fleet };
