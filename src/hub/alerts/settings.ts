import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGES } from '../../base/languages.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { readYaml, YamlFault } from '../../base/yaml.ts';
import type { Channel, Origin } from '../../sending/channel.ts';
import { EmailSettings, WebhookSettings } from '../../sending/channel-settings.ts';
import { emailChannel } from '../../sending/email.ts';
import type { Idle } from '../../sending/outcome.ts';
import type { Ports } from '../../sending/ports.ts';
import { webhookChannel } from '../../sending/webhook.ts';
import { speakerOf } from '../../words/speakers.ts';
import { groupNameOf } from '../details.ts';
import { FileDamaged, stampOf } from '../files/json-file.ts';
import { ALERT_KINDS } from './conditions.ts';

const text = z.string().min(1).max(1000);

const Receiver = z
  .strictObject({
    email: text.optional(),
    webhook: text.optional(),
    secret_file: text.optional(),
    ca_file: text.optional(),
    /** A receiver on this machine or at an address that is usually refused. */
    allow_local: z.boolean().default(false),
    /** Groups of stations; everything, and the hub itself, where none is named. */
    groups: z.array(text.transform(groupNameOf)).max(100).default([]),
    alerts: z.array(z.enum(ALERT_KINDS)).min(1).optional(),
  })
  .refine(({ email, webhook }) => (email === undefined) !== (webhook === undefined), 'needs email or webhook')
  .refine(({ email, secret_file }) => email === undefined || secret_file === undefined, 'secret_file is of a webhook');

/** Settings of the hub's alerts, `alerts.yaml`. Passwords and secrets stand in files of their own. */
export const AlertSettings = z.strictObject({
  name: text.default('Weatherglass fleet'),
  url: z.url().default('http://127.0.0.1:8010'),
  language: z.enum(LANGUAGES).default('en'),
  /** Hours without contact until a station counts as silent. */
  silent_hours: z.number().min(1).max(10_000).default(6),
  /** Least free disk: percent at a station, MB at the hub. */
  disk_percent: z.number().min(0).max(50).default(5),
  disk_mb: z.number().min(0).default(1000),
  mail: z
    .strictObject({
      host: text,
      port: z.int().min(1).max(65_535).default(587),
      secure: z.boolean().default(false),
      user: text.optional(),
      password_file: text.optional(),
      ca_file: text.optional(),
      from: text,
    })
    .optional(),
  receivers: z.array(Receiver).max(1000).default([]),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

/** Receiver of alerts: one mail address, or one webhook. */
export interface ReceiverSettings {
  /** Name in the log and in files: what it is, and its place in the settings. */
  name: string;
  /** Key of a message in the file of those that wait. */
  key: string;
  groups: readonly string[];
  kinds: ReadonlySet<string>;
  /** Whether it may still be told: who set it up may look after its group no more. */
  mayHear?: () => boolean;
  channel: Channel | Idle;
}

/** Settings without a file: nobody is told. */
export const DEFAULTS = AlertSettings.parse({});

/** The settings file of the alerts: read anew when it changes, or a file that it names. */
export class AlertSettingsFile {
  /** Files of passwords, secrets and certificates that it named when it could be read last. */
  #named: ReadonlySet<string> = new Set();
  constructor(readonly path: string) {}

  stamp(): string {
    return stampOf(this.path);
  }

  /** Differs when a file that it names was changed, or can be read only now. */
  stampOfNamed(): string {
    return Array.from(this.#named, (path) => unlessRefused(() => stampOf(path)) ?? '').join(', ');
  }

  /** Defaults, with no receivers, where there is no file. */
  read(): AlertSettings {
    const settings = this.#parsed();
    this.#named = filesOf(settings);
    return settings;
  }

  #parsed(): AlertSettings {
    if (!existsSync(this.path)) return DEFAULTS;
    let raw: unknown;
    try {
      raw = readYaml(readFileSync(this.path, 'utf8')) ?? {};
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error;
      throw new FileDamaged(`${this.path} is not YAML: ${error.message}`);
    }
    const read = AlertSettings.safeParse(raw);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw new FileDamaged(`${this.path}: ${[...issue!.path, issue!.message].join(': ').replaceAll(': 0', '.0')}`);
  }
}

function filesOf({ mail, receivers }: AlertSettings): ReadonlySet<string> {
  const files = receivers.flatMap(({ secret_file, ca_file }) => [secret_file, ca_file]);
  return new Set([mail?.password_file, mail?.ca_file, ...files].filter((path) => path !== undefined));
}

const ALL: ReadonlySet<string> = new Set(ALERT_KINDS);

/** Each mail address is a receiver of its own: one that its server refuses keeps no other from anything. */
export function receiversOf(settings: AlertSettings, ports: Ports, ownPort: number): ReceiverSettings[] {
  return settings.receivers.flatMap(({ email, webhook, groups, alerts, ...more }, i) => {
    const kinds = alerts === undefined ? ALL : new Set<string>(alerts);
    const place = `receivers[${i}]`;
    const of = { groups, kinds };
    if (webhook !== undefined) {
      const hook = checked(WebhookSettings, { enabled: true, url: webhook, ...more }, place);
      const channel = webhookChannel(hook, ports, ownPort);
      return [{ name: `webhook ${i + 1}`, key: `webhook ${webhook}`, channel, ...of }];
    }
    const { mail } = settings;
    if (mail === undefined) throw new FileDamaged(`alerts: ${place} is a mail address, and mail.host is not set`);
    return email!.split(',').map((one) => {
      const to = one.trim();
      const channel = emailChannel(checked(EmailSettings, { enabled: true, ...mail, to }, place), ports);
      return { name: `email ${to}`, key: `email ${to}`, channel, ...of };
    });
  });
}

/** Receivers with keys and names of their own: of an address that stands twice, the first keeps the key of its saved messages. */
export function distinct(receivers: readonly ReceiverSettings[]): ReceiverSettings[] {
  const [keyOf, nameOf] = [numbering(), numbering()];
  return receivers.map((one) => ({ ...one, key: keyOf(one.key), name: nameOf(one.name) }));
}

/** Tells repeated texts apart: the second `a` is `a #2`. */
function numbering(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const n = (counts.get(text) ?? 0) + 1;
    counts.set(text, n);
    return n === 1 ? text : `${text} #${n}`;
  };
}

export const lackOf = ({ lacks }: Idle): string => `${lacks} is not set, or its file cannot be read`;

function checked<S extends z.ZodType>(schema: S, value: object, place: string): z.infer<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new FileDamaged(`alerts: ${place} or mail: ${read.error.issues[0]!.path.join('.')} is not valid`);
}

/** Sender of the hub's alerts, as receivers see it; times are those of the hub's machine. */
export const originOf = async ({ name, url, language }: AlertSettings): Promise<Origin> => ({
  id: 'weatherglass-hub',
  name,
  url: url.replace(/\/+$/, ''),
  fragment: '',
  speaker: await speakerOf(language, Intl.DateTimeFormat().resolvedOptions().timeZone),
});
