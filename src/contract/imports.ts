import { z } from 'zod';
import { int, maybe } from './common.ts';
import { LIMITS } from './names.ts';
import { units, WordedQuery, wholeQuery } from './requests.ts';

/** File of an upload, `file` of `of`. The first begins an upload, and behind the last one all are scanned. */
export const ImportQuery = z.object({
  name: z.string({ error: 'must be given once, as the name of the file' }).default(''),
  file: wholeQuery(1, LIMITS.importFiles).default(1),
  of: wholeQuery(1, LIMITS.importFiles).default(1),
});
/** Sentences and values in the reader's language and units. */
export const ImportsQuery = WordedQuery.extend({ units: units.default('metric') });

/** Mapping of a CSV that nobody knows, as in `import-maps/NAME.json`. Headings stand as in the file. */
const ImportMap = z.object({
  separator: z.string().max(1).optional(),
  decimal: z.enum([',', '.']).optional(),
  time: z.object({
    columns: z.array(z.string().max(200)).min(1).max(2),
    order: z.enum(['dmy', 'mdy']).optional(),
    means: z.enum(['start', 'end', 'instant']).optional(),
    minutes: z.number().min(0).max(1440).optional(),
    epoch: z.boolean().optional(),
  }),
  columns: z.record(
    z.string().max(200),
    z.object({ is: z.string().max(40), unit: z.string().max(10).optional(), plus: z.number().optional() }),
  ),
});
export type ImportMap = z.infer<typeof ImportMap>;

/** Facts about the files that they do not tell; null where the station decides. */
export const ImportOptions = z.object({
  units: z.string().max(60).nullable().default(null),
  air: z.enum(['indoor', 'outdoor']).nullable().default(null),
  zone: z.string().max(60).nullable().default(null),
  dates: z.enum(['dmy', 'mdy']).nullable().default(null),
  map: ImportMap.nullable().default(null),
  /** Name of a mapping: of a saved one, or of `map`, which is saved under it. */
  map_name: z
    .string()
    .regex(/^[\w-]{1,40}$/, { error: 'must have letters, digits, - and _ alone' })
    .nullable()
    .default(null),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** `decimals`: as many as mean anything in this unit. */
const quantity = z.object({ name: z.string(), label: z.string(), unit: z.string(), decimals: int });
/** Answer of the scan: what the files hold, before anything is written. */
const Scanned = z.object({
  format: z.string(),
  rows: int,
  from: maybe,
  to: maybe,
  steps: z.array(z.object({ seconds: z.number(), count: int })),
  gaps: z.object({ count: int, longest_s: z.number() }),
  not_taken: z.object({ unreadable: int, no_such_hour: int, to_come: int, duplicate: int }),
  backwards: int,
  /** Changes from one row to the next of more than 10 °C or 10 hPa within an hour. */
  jumps: int,
  ambiguous: int,
  dates_doubtful: z.boolean(),
  units_needed: z.boolean(),
  /** Times without an offset: those of `zone`, or of the station's own zone. */
  times_local: z.boolean(),
  doubts: z.array(
    z.object({ name: z.string(), least: z.number(), most: z.number(), outside: int, hint: z.string().nullable() }),
  ),
  quantities: z.array(quantity),
  /** The first rows as they would be imported, a value for each quantity. */
  shown: z.array(z.object({ ts: z.number(), values: z.array(maybe) })),
  /** The same in sentences. */
  findings: z.array(z.object({ severity: z.enum(['info', 'warn']), text: z.string() })),
});

/** A table with headings, for a mapping: its first cells, and what a column may be. */
const Table = z.object({
  separator: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  choices: z.array(z.object({ name: z.string(), label: z.string(), units: z.array(z.string()) })),
});

const done = z.object({ job: int, rows: int, skipped: int, from: maybe, to: maybe });
export const ImportJob = done.extend({
  started: z.number(),
  ended: maybe,
  state: z.enum(['running', 'done', 'undoing']),
  files: z.array(z.string()),
  format: z.string(),
});
export type ImportJob = z.infer<typeof ImportJob>;

const IMPORT_PHASES = [
  'idle',
  'receiving',
  'scanning',
  'scanned',
  'importing',
  'paused',
  'undoing',
  'learning',
] as const;
export type ImportPhase = (typeof IMPORT_PHASES)[number];

export const Imports = z.object({
  phase: z.enum(IMPORT_PHASES),
  /** 0 to 1; null while it waits for its turn among the jobs, and where nothing runs. */
  progress: maybe,
  /** The same in a sentence. */
  doing: z.string().nullable(),
  /** Why the files cannot be imported as they are, or why this station takes none. */
  refusal: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), bytes: int })),
  options: ImportOptions.nullable(),
  scan: Scanned.nullable(),
  table: Table.nullable(),
  last: done.nullable(),
  jobs: z.array(ImportJob),
  /** Names of saved mappings. */
  maps: z.array(z.string()),
});
export type Imports = z.infer<typeof Imports>;
