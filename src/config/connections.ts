import { z } from 'zod';
import { LOGIN } from '../contract/fleet-line.ts';
import type { Upload } from '../contract/names.ts';
import { ADDRESS, address, broker, flag, number, path, secret } from './fields.ts';

// Receivers of readings.
export const connections = z.strictObject({
  allow_simulated: flag(false),
  mdns: flag(true),
});

const TOPIC = /^[^\s+#/$][^\s+#]*(?<!\/)$/;

export const mqtt = z.strictObject({
  ...broker,
  discovery_prefix: z.string().max(100).regex(TOPIC, { error: 'field.topic' }).default('homeassistant'),
  interval_s: number(30, 5, 300),
});

export const push = z.strictObject({
  url: address(
    /^https?:\/\/(?![^/?#]*@)(?!\S*[?&](?:p|pass|password|token|key|api_?key|auth\w*)=)\S+$/i,
    'field.push-url',
  ),
  format: z.enum(['influx', 'prometheus']).default('influx'),
  token: secret(),
  token_file: path(),
  ca_file: path(),
});

export const fleet = z.strictObject({
  url: address(ADDRESS, 'field.fleet-url'),
  login: z.string().regex(LOGIN, { error: 'field.fleet-id' }).nullable().default(null),
  secret: secret(),
  secret_file: path(),
  ca_file: path(),
  upgrades: flag(true),
});

const upload = () =>
  z
    .strictObject({
      enabled: flag(false),
      id: z.string().min(1).max(200).nullable().default(null),
      key: secret(),
      key_file: path(),
    })
    .prefault({});

export const uploads = z.strictObject({
  wunderground: upload(),
  pwsweather: upload(),
  cwop: upload(),
  windy: upload(),
  wowbe: upload(),
  openweathermap: upload(),
  opensensemap: upload(),
  sensorcommunity: z
    .strictObject({
      enabled: flag(false),
      /** Anyone who knows the ID of a sensor, such as raspi-123, can send in its name: there is no other key. */
      id: z.string().min(1).max(200).nullable().default(null).meta({ secret: true, form: String.raw`^\w+-\w*\d` }),
    })
    .prefault({}),
} satisfies Record<Upload, z.ZodType>);
