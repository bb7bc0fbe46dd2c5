import { z } from 'zod';
import { int, maybe } from './common.ts';

/** Facts about storage: backups, integrity, disk. */
export const Upkept = z.object({
  /** First start of this version here. */
  since_ts: maybe,
  backup: z.object({
    last_ts: maybe,
    bytes: maybe,
    kept: int,
    /** `storage.backups_kept`; 0: none are made by night. */
    keeps: int,
  }),
  disk: z.object({
    free_bytes: maybe,
    total_bytes: maybe,
    database_bytes: z.number(),
    /** Once the finer tiers are as long as they are kept. */
    grows_bytes_per_year: z.number(),
    /** Null where the disk is not known, and where it would be fuller than half a century from now. */
    full_in_years: maybe,
  }),
  integrity: z.object({
    /** Progress of the integrity check through the database, 0 to 1. */
    round: z.number(),
    last_round_ts: maybe,
    /** Result of the last integrity check and of its repair. */
    finding: z.string().nullable(),
  }),
  /** Report of the last upgrade or rollback. */
  story: z.object({ ts: z.number(), severity: z.enum(['info', 'warn', 'error']), text: z.string() }).nullable(),
});
export type Upkept = z.infer<typeof Upkept>;

/** Headings of release notes, as in Keep a Changelog. */
export const NEWS_KINDS = ['added', 'changed', 'fixed'] as const;

/** Facts about the program: version, machine, writes. */
export const Program = z.object({
  version: z.string(),
  uptime_s: z.number(),
  /**
   * News of this version, at most fifteen lines in the language that was asked for; in English from CHANGELOG where nobody has
   * written them. Null if there is neither. `kinds[i]` is the heading over `items[i]`.
   */
  news: z
    .object({
      language: z.string(),
      title: z.string(),
      items: z.array(z.string()),
      kinds: z.array(z.enum(NEWS_KINDS).nullable()),
    })
    .nullable(),
  /** Only of what a Debian package installed. `can_ask`: `POST /api/upgrade` has the newest version of apt's repositories installed. */
  release: z
    .object({ previous: z.string().nullable(), upgrading_to: z.string().nullable(), can_ask: z.boolean() })
    .nullable(),
  /** Bytes that this process wrote to disk since its start; null where the system does not tell. */
  written: z.object({ bytes: z.number(), over_s: z.number(), bytes_per_day: maybe }).nullable(),
});
export type Program = z.infer<typeof Program>;
export const Care = z.object({ ...Upkept.shape, ...Program.shape });
export type Care = z.infer<typeof Care>;

export const BackupMade = z.object({ made: z.literal(true), ts: z.number(), bytes: z.number() });
export type BackupMade = z.infer<typeof BackupMade>;

export const UpgradeAsked = z.object({ asked: z.literal(true) });
export type UpgradeAsked = z.infer<typeof UpgradeAsked>;

/** Support file: no readings, notes, labels, place or secrets. Its content may change with any version. */
export const Support = z.looseObject({ made_ts: z.number(), program: z.looseObject({}) });
export type Support = z.infer<typeof Support>;
