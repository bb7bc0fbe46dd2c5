import { z } from 'zod';
import { int } from './common.ts';

const reach = z.enum(['all', 'own', 'none']);
const role = z.enum(['operator', 'teacher', 'viewer']);

/** Session of a person, with the reach of each permission. `name` is null for whoever has not logged in. */
export const HubSession = z.object({
  name: z.string().nullable(),
  role: z.enum([...role.options, 'public']),
  groups: z.array(z.string()),
  /** A hub without people shows everything to whoever reaches it, and takes changes by commands alone. */
  has_people: z.boolean(),
  may: z.record(z.string(), reach),
});
export type HubSession = z.infer<typeof HubSession>;

/** Line of a CSV file of stations, as it is or would be carried out. */
export const BulkLine = z.object({
  line: int,
  login: z.string(),
  name: z.string(),
  group: z.string().nullable(),
  place: z.string().nullable(),
  outcome: z.enum(['add', 'change', 'there']),
});
export type BulkLine = z.infer<typeof BulkLine>;
export const BulkFault = z.object({ line: int, detail: z.string() });
export type BulkFault = z.infer<typeof BulkFault>;

/** Login and secret of a station. A secret is shown once and stored nowhere. */
export const StationKey = z.object({
  login: z.string(),
  name: z.string(),
  group: z.string().nullable(),
  secret: z.string(),
});
export type StationKey = z.infer<typeof StationKey>;

export const BulkAnswer = z.object({ lines: z.array(BulkLine), faults: z.array(BulkFault), keys: z.array(StationKey) });
export type BulkAnswer = z.infer<typeof BulkAnswer>;
export const KeysAnswer = z.object({ keys: z.array(StationKey) });
export type KeysAnswer = z.infer<typeof KeysAnswer>;

/** Preview of a retention: it deletes everything before a moment, so many values; null while the database is away. */
export const KeepAnswer = z.object({ before_ts: z.number().nullable(), values: int.nullable() });
export type KeepAnswer = z.infer<typeof KeepAnswer>;

export const PeopleAnswer = z.object({
  people: z.array(z.object({ name: z.string(), role, groups: z.array(z.string()), added_ts: z.number() })),
});
export type PeopleAnswer = z.infer<typeof PeopleAnswer>;
/** Password of a person that was added or given a new one: shown once. */
export const PasswordAnswer = z.object({ name: z.string(), password: z.string().nullable() });
export type PasswordAnswer = z.infer<typeof PasswordAnswer>;

/** Tokens of programs: who has one, until when. The token itself is shown once, by `TokenAnswer`. */
export const ProgramsAnswer = z.object({
  programs: z.array(
    z.object({
      name: z.string(),
      role,
      groups: z.array(z.string()),
      by: z.string().nullable(),
      added_ts: z.number(),
      until_ts: z.number(),
      /** False once the operator who made it is none any more: it lets nobody in. */
      stands: z.boolean(),
    }),
  ),
});
export type ProgramsAnswer = z.infer<typeof ProgramsAnswer>;
export const TokenAnswer = z.object({ name: z.string(), token: z.string().nullable() });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** Alerts that fire, and who is told, of the groups that a person looks after. `id` is null for a receiver of the settings file. */
export const AlertsAnswer = z.object({
  /** Why the settings file, or one that it names, is not in force, for operators; null while all are. */
  problem: z.string().nullable(),
  /** Whether the hub has a server that mails are sent by. */
  has_mail: z.boolean(),
  firing: z.array(
    z.object({
      kind: z.string(),
      station: z.string().nullable(),
      name: z.string(),
      group: z.string().nullable(),
      severity: z.string(),
      since_ts: z.number(),
      title: z.string(),
    }),
  ),
  receivers: z.array(
    z.object({
      id: z.string().nullable(),
      groups: z.array(z.string()),
      to: z.string(),
      kinds: z.array(z.string()),
      by: z.string().nullable(),
      state: z.string(),
      waiting: int,
      last_error: z.string().nullable(),
    }),
  ),
});
export type AlertsAnswer = z.infer<typeof AlertsAnswer>;
/** New receiver, with its answer to the test message. */
export const ReceiverAnswer = z.object({ id: z.string(), is_taken: z.boolean(), answer: z.string() });
export type ReceiverAnswer = z.infer<typeof ReceiverAnswer>;

/** Deeds that the audit log knows. */
export const DEEDS = [
  'logged-in',
  'login-refused',
  'password-changed',
  'person-added',
  'person-changed',
  'person-removed',
  'station-added',
  'station-renamed',
  'station-moved',
  'station-grouped',
  'station-published',
  'station-withdrawn',
  'station-revoked',
  'station-rotated',
  'station-relogged',
  'station-removed',
  'notice-shown',
  'notice-withdrawn',
  'station-erased',
  'rows-exported',
  'wave-begun',
  'wave-changed',
  'wave-withdrawn',
  'token-made',
  'token-revoked',
  'alert-receiver-added',
  'alert-receiver-removed',
  'retention-set',
  'readings-expired',
] as const;
export type Deed = (typeof DEEDS)[number];

const detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export const AuditEntry = z.object({
  ts: z.number(),
  /** Name of the person; null for whoever did not log in. A command has the user of the machine. */
  who: z.string().nullable(),
  by: z.enum(['page', 'command', 'hub']),
  did: z.enum(DEEDS),
  /** Login of the station, or name of the person, that it was done to. */
  to: z.string().nullable(),
  /** Of a deed on several stations: how many, and the logins of the first. */
  many: z.object({ count: int, logins: z.array(z.string()) }).optional(),
  /** Details of the deed: values before and after. Never a secret. */
  what: detail.optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditAnswer = z.object({ entries: z.array(AuditEntry) });
export type AuditAnswer = z.infer<typeof AuditAnswer>;
