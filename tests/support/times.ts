import { isWhole } from './share.ts';

const factor = Number(process.env['WEATHERGLASS_TEST_TIMES'] ?? (isWhole ? 4 : 1));

/**
 * Rounds of a random campaign (kills, cuts, odd requests, random answers): as many as every run affords, four times as many in a whole one
 * (share.ts), or `WEATHERGLASS_TEST_TIMES=10` times as many before a release and after a change to what they attack.
 */
export const times = (usual: number): number => Math.ceil(usual * factor);
