import type { Inputs } from '../../../../contract/inputs.ts';
import { resource } from '../../../kit/data/station.ts';

/** Senders as History asks for them: which are recorded changes seldom. */
export const heard = resource<Inputs>(() => '/api/inputs', 60);
