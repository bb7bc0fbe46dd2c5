import { z } from 'zod';
import { ADDRESS, address, flag, login, path, whole } from './fields.ts';

const MAIL = String.raw`[^\s@,;:<>"()\\]+@[^\s@,;:<>"()\\]+`;
const mails = (most: number) =>
  z
    .string()
    .max(1000)
    .regex(new RegExp(`^${MAIL}(?:, *${MAIL}){0,${most - 1}}$`), { error: 'field.mail' })
    .nullable()
    .default(null);

const webhook = z.strictObject({
  enabled: flag(false),
  /** Many receivers (Slack, Discord, Teams, Home Assistant) have their key in the path or the query. */
  url: address(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?(?:\?[^\s#]*)?$/i, 'field.webhook-url', 'path'),
  secret_file: path(),
  ca_file: path(),
  allow_local: flag(false),
});

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/;

const ntfy = z.strictObject({
  enabled: flag(false),
  url: address(ADDRESS, 'field.fleet-url', 'path'),
  /** Anyone who knows the topic can read the alarms: it is a password. */
  topic: z
    .string()
    .regex(TOPIC, { error: 'field.ntfy-topic' })
    .nullable()
    .default(null)
    .meta({ secret: true, form: TOPIC.source }),
  token_file: path(),
  ca_file: path(),
});

const HOST = /^[^\s/@]+$/;

const email = z.strictObject({
  enabled: flag(false),
  host: z.string().max(253).regex(HOST, { error: 'field.mail-host' }).nullable().default(null),
  port: whole(587, 1, 65_535),
  secure: flag(false),
  user: login(),
  password_file: path(),
  ca_file: path(),
  from: mails(1),
  to: mails(10),
});

const mqtt = z.strictObject({ enabled: flag(false) });

/** Alarm channels: how alarms leave the station. Passwords, tokens and keys are read from files alone. */
export const alarmChannels = z.strictObject({
  webhook: webhook.prefault({}),
  ntfy: ntfy.prefault({}),
  email: email.prefault({}),
  mqtt: mqtt.prefault({}),
});
