import { z } from 'zod';
import { flag, number, path, secret } from './config-fields.ts';

// Who is sent what was measured.
export const connections = z.strictObject({
  allow_simulated: flag(false, 'Send simulated or replayed weather, too. Receivers that have a place for it are told.'),
  mdns: flag(true, 'Announce the station on the LAN by its name, so that phones and Home Assistant find it.'),
});

export const mqtt = z.strictObject({
  url: z
    .string()
    .regex(/^mqtts?:\/\/[^\s/@]+\/?$/, {
      error: 'must be mqtt://HOST:PORT or mqtts://HOST:PORT, without a name or password',
    })
    .nullable()
    .default(null)
    .describe('The broker, such as mqtt://homeassistant.local:1883; null sends nothing.'),
  username: z.string().min(1).max(200).nullable().default(null).describe('As the broker knows the station.'),
  password: secret('What the broker asks for.'),
  password_file: path('A file that holds the password, in place of it.'),
  ca_file: path('The certificate authority of the broker, PEM, when it is not a public one.'),
  discovery_prefix: z
    .string()
    .max(100)
    .regex(/^[^\s+#/$][^\s+#]*(?<!\/)$/, { error: 'must be a topic without wildcards, such as homeassistant' })
    .default('homeassistant')
    .describe("Home Assistant's discovery prefix."),
  interval_s: number(30, 5, 300, 'Seconds between two states.'),
});

export const push = z.strictObject({
  url: z
    .string()
    .max(1000)
    .regex(/^https?:\/\/(?![^/?#]*@)(?!\S*[?&](?:p|pass|password|token|key|api_?key|auth\w*)=)\S+$/i, {
      error: 'must be http://… or https://…, without a name, password or key, which go into push.token',
    })
    .nullable()
    .default(null)
    .describe('Where a time series database takes rows, such as http://nas:8086/write?db=weather; null sends nothing.'),
  format: z
    .enum(['influx', 'prometheus'])
    .default('influx')
    .describe("The database's language: line protocol, or the text format of Prometheus."),
  token: secret('What it asks for: a token, NAME:PASSWORD, or a whole "Bearer …".'),
  token_file: path('A file that holds the token, in place of it.'),
  ca_file: path('The certificate authority of the database, PEM, when it is not a public one.'),
});

export const fleet = z.strictObject({
  url: z
    .string()
    .max(1000)
    .regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i, {
      error: 'must be http://… or https://…, without a name, password or anything after a question mark',
    })
    .nullable()
    .default(null)
    .describe('The hub of a fleet of stations, such as https://hub.example.org; null sends nothing.'),
  login: z
    .string()
    .regex(/^[a-z0-9-]{3,40}$/, { error: 'must be 3 to 40 small letters, digits and hyphens, as the hub gave it' })
    .nullable()
    .default(null)
    .describe('As the hub knows the station: what "hub add" printed.'),
  secret_file: path('A file that holds the secret that "hub add" printed.'),
  ca_file: path('The certificate authority of the hub, PEM, when it is not a public one.'),
});

const upload = (about: string, id: string) =>
  z
    .strictObject({
      enabled: flag(false, 'Send to it.'),
      id: z.string().min(1).max(200).nullable().default(null).describe(id).meta({ title: 'Station ID' }),
      key: secret('What it asks for.'),
      key_file: path('A file that holds the key, in place of it.'),
    })
    .prefault({})
    .describe(about);

export const uploads = z.strictObject({
  wunderground: upload('Weather Underground.', 'Station ID, such as KCASANFR5.'),
  pwsweather: upload('PWSWeather.', 'Station ID.'),
  cwop: upload('Citizen Weather Observer Program.', 'Call sign, or CW and four digits.'),
  windy: upload('Windy.', 'Station ID.'),
  wowbe: upload('WOW-BE of the Belgian weather service.', 'Site ID.'),
  openweathermap: upload('OpenWeatherMap stations.', 'A name of your own for the station there, such as my-garden.'),
  opensensemap: upload('openSenseMap.', 'senseBox ID.'),
  sensorcommunity: z
    .strictObject({
      enabled: flag(false, 'Send to it.'),
      id: z
        .string()
        .min(1)
        .max(200)
        .nullable()
        .default(null)
        .describe('Sensor ID, such as raspi-1234567.')
        .meta({ title: 'Sensor ID' }),
    })
    .prefault({})
    .describe('Sensor.Community.'),
});
