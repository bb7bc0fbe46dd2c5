import { z } from 'zod';
import { int } from './common.ts';

/** Version of the program as a wave names it: `1.5.0`. */
export const WAVE_VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** Upgrade wave: the version that the stations of a group shall have. */
export const Wave = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{1,32}$/),
  /** Null for the stations without a wave of their group. */
  group: z.string().nullable(),
  version: z.string().regex(WAVE_VERSION),
  /** Share of the stations that are asked, percent. */
  share: z.number().min(0).max(100),
  /** Pause of a wave, by an operator or because too many stations went back: no station is asked meanwhile. */
  paused: z.enum(['operator', 'failures']).nullable(),
  since_ts: z.number(),
  /** Stations that had this version when it began: it has not upgraded them. */
  had: int.optional(),
  ended_ts: z.number().nullable(),
  /** Stations that had refused or gone back when it was paused, replaced or taken back. */
  refused: z.array(z.string()).default([]),
  failed: z.array(z.string()).default([]),
  /** Stations that had gone back when an operator continued the wave: it pauses for further ones alone. */
  accepted: z.array(z.string()).default([]),
});
export type Wave = z.infer<typeof Wave>;

const logins = z.array(z.string());

/** Wave with its stations, by what they told last. */
export const WaveReport = z.object({
  wave: Wave,
  stations: int,
  /** Have this version, or a newer one. */
  done: logins,
  /** Were asked, and wait for their owner or for apt. */
  asked: logins,
  /** Will hear of it with their next contact. */
  next: logins,
  /** Their owner refuses upgrades that the fleet asks for. */
  refused: logins,
  /** Upgraded, did not measure, and went back by themselves. */
  failed: logins,
  /** Beyond the share, or not asked since the wave was paused or taken back. */
  later: logins,
});
export type WaveReport = z.infer<typeof WaveReport>;
export const WaveReports = z.object({ now_ts: z.number(), waves: z.array(WaveReport) });
export type WaveReports = z.infer<typeof WaveReports>;
