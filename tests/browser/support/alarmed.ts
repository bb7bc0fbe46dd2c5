import type { Page, Request } from 'playwright-core';
import { SHELF } from '../../../src/config/alarm-shelf.ts';
import type { AlarmRule } from '../../../src/contract/alarm-rule.ts';
import type { Alarm, AlarmScore } from '../../../src/contract/alarms.ts';
import { AFTERNOON_S } from './stage.ts';

const DAY_S = 86_400;
const ruleOf = (id: string, change: Partial<AlarmRule> = {}): AlarmRule => ({
  id,
  ...SHELF[id as 'heat'],
  enabled: true,
  ...change,
});
const alarm = (id: string, change: Partial<Alarm> = {}, rule: Partial<AlarmRule> = {}): Alarm => ({
  id,
  title: id,
  kind: id as Alarm['kind'],
  enabled: true,
  severity: 'warning',
  state: 'ok',
  since_ts: AFTERNOON_S - 7200,
  value: null,
  unit: '°C',
  chance: null,
  by_ts: null,
  threshold: ruleOf(id, rule).on,
  acknowledged: false,
  next_ts: null,
  snoozed_until_ts: null,
  fingerprint: null,
  started_ts: null,
  text: '',
  rule: ruleOf(id, rule),
  ...change,
});

/** One evening: frost is likely, the bathroom is damp, a battery was seen, the rest is quiet. */
export const ALARMS: readonly Alarm[] = [
  alarm(
    'frost_tonight',
    {
      title: 'Frost tonight',
      state: 'firing',
      chance: 0.7,
      fingerprint: 'f1',
      text: 'Frost likely tonight: 70 % before 8:00.',
    },
    { on: 0.6, off: 0.4 },
  ),
  alarm('mould', { title: 'Mould, bathroom', state: 'pending', text: '71 %, warns in 2 h.' }),
  alarm('battery', {
    title: 'Battery low',
    state: 'acknowledged',
    acknowledged: true,
    text: 'Greenhouse, since Thursday.',
  }),
  alarm('frost_now', { title: 'Frost now', text: '3.1 °C, warns below 1 °C.' }, { quantity: 'temperatureC' }),
  alarm('storm', { title: 'Storm', text: 'Pressure is rising.' }),
  alarm('sensor', { title: 'Sensor silent', text: 'All heard within 2 min.' }),
  alarm('window_open', { title: 'Window left open', state: 'unknown', text: 'No reading since 18:02.' }),
  alarm('heat', { title: 'Heat', state: 'off', enabled: false, since_ts: null, text: 'Off.' }, { enabled: false }),
  alarm('condensation', { title: 'Condensation', state: 'off', enabled: false }, { enabled: false }),
  alarm('disk', { title: 'Disk full', state: 'off', enabled: false }, { enabled: false }),
  alarm('undervoltage', { title: 'Weak power', state: 'off', enabled: false }, { enabled: false }),
];

/** Alarm of the owner's own. */
export const ownAlarm = (title: string, id = 'own_1'): Alarm =>
  alarm(id, { kind: 'own', title, rule: ruleOf('frost_now', { id, quantity: 'temperatureC' }) });

/** ID of the last rule that a save sends: of a new alarm, the one that the page has given it. */
export const lastIn = (save: Request): string | undefined =>
  (save.postDataJSON() as { 'alarms.rules': { id: string }[] })['alarms.rules'].at(-1)?.id;

// prettier-ignore
const SAID = [
  4, 8, 15, 34, 61, 68, 24, 6, 3, 2, 1, 2, 1, 5, 18, 51, 63, 72, 52, 66, 88, 81, 56, 22, 9, 69, 76, 64, 12, 28, 70,
];
const CAME = new Set([4, 17, 18, 19, 20, 21, 25, 26]);

export const SCORE: AlarmScore = {
  id: 'frost_tonight',
  threshold: 0.6,
  n: 10,
  came: 7,
  false_per_month: 3,
  missed: 1,
  median_lead_h: 9,
  brier_skill: 0.41,
  reliability: [
    { said: 0.31, came: 0.25, n: 4, nights: 4 },
    { said: 0.7, came: 0.7, n: 10, nights: 10 },
  ],
  verdict: 'trusted',
  needed: 10,
  proposal: { threshold: 0.5, warnings: 13, came: 8, for_nothing: 5, missed: 0 },
  naive: { warnings: 17, came: 8, missed: 0, false_per_month: 9, median_lead_h: 2, brier_skill: -0.3 },
  record: SAID.map((said, i) => ({
    ts: AFTERNOON_S - (SAID.length - 1 - i) * DAY_S,
    said: said / 100,
    came: i === SAID.length - 1 ? null : CAME.has(i),
    lead_h: CAME.has(i) ? 9 : null,
  })),
};

/** Lets the alarms answer as on such an evening, and keeps what the page asks for. */
export async function withAlarms(page: Page, alarms: readonly Alarm[] = ALARMS): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/alarms?*', (route) => route.fulfill({ json: { alarms, rules: alarms.length } }));
  await page.route('**/api/alarms/score', (route) => route.fulfill({ json: { scores: [SCORE] } }));
  await page.route('**/api/alarms/*/rehearse?*', (route) => {
    asked.push(new URL(route.request().url()).search);
    return route.fulfill({ json: SCORE });
  });
  await page.route(/\/api\/alarms\/\w+\/(?:test|acknowledge|snooze)$/, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({
      json: route.request().url().endsWith('/test')
        ? { id: 'frost_tonight', fingerprint: 't1', channels: ['screen', 'led'] }
        : alarms[0],
    });
  });
  return asked;
}

/** The list is what it is now, and not what it was when the page opened. */
export const listing = (page: Page, alarms: () => readonly Alarm[]) =>
  page.route('**/api/alarms?*', (route) => route.fulfill({ json: { alarms: alarms(), rules: alarms().length } }));
