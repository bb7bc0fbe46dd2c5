import type { Connection, Connections } from '../../../src/contract/connections.ts';
import { AFTERNOON_S } from './stage.ts';

const sink = (name: string, more: Partial<Connection> = {}): Connection => ({
  name,
  enabled: false,
  state: 'off',
  why_off: 'disabled',
  last_success_ts: null,
  last_error: null,
  waiting: 0,
  cursor_ts: null,
  ...more,
});
const on = { enabled: true, why_off: null, last_success_ts: AFTERNOON_S - 240, cursor_ts: AFTERNOON_S - 300 } as const;
const CARD = 'template:\n  - weather:\n      - name: Weatherglass';
/** Receivers in every state there is. */
export const LISTED: Connections = {
  sinks: [
    sink('mqtt', { ...on, state: 'ok' }),
    sink('push'),
    sink('wunderground', { ...on, state: 'ok' }),
    sink('pwsweather', { ...on, state: 'retrying', last_error: '503: upstream <b>busy</b>', waiting: 14 }),
    sink('cwop', { enabled: true, state: 'off', why_off: 'incomplete', last_error: 'id is missing' }),
    sink('windy', { ...on, state: 'refused', last_error: '400: Provided password is invalid', waiting: 288 }),
    sink('wowbe'),
    sink('openweathermap'),
    sink('opensensemap', { enabled: true, state: 'off', why_off: 'simulated' }),
    sink('sensorcommunity'),
    sink('alarm_webhook', { ...on, state: 'retrying', last_error: '503: later', waiting: 3, cursor_ts: null }),
    sink('alarm_ntfy'),
    sink('alarm_email', { ...on, state: 'ok', cursor_ts: null }),
    sink('alarm_mqtt', { enabled: true, why_off: 'incomplete', last_error: 'mqtt.url is not set' }),
  ],
  card: CARD,
};
