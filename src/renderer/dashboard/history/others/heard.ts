import type { Inputs } from '../../../../contract/inputs.ts';
import { resource } from '../../../kit/data/station.ts';

/** Senders for History. Polled rarely: which of them are recorded changes seldom. */
export const heard = resource<Inputs>(() => '/api/inputs', 60);
