import type { Page } from 'playwright-core';
import type { Input, Inputs } from '../../../src/contract/inputs.ts';
import { AFTERNOON_S } from './stage.ts';

const plain: Input = {
  id: '',
  kind: 'ecowitt',
  model: 'WS90',
  name: null,
  place: 'outdoors',
  adopted: true,
  retired: false,
  first_seen_ts: AFTERNOON_S - 40 * 86_400,
  last_seen_ts: AFTERNOON_S - 12,
  values: {},
  battery: {},
  signal_db: null,
  silent: false,
  silent_why: null,
  lost: [],
  pressure_kind: null,
  rain_factor: 1,
  clock_off_s: null,
  main_for: [],
  source_of: [],
  recorded: {},
  refused: [],
  parts: {},
  may_be: null,
  from: null,
};

/** A garden with a bought station: in use, silent, low, found nearby, a neighbour's, one with a new battery, retired. */
export const BOUGHT: Inputs = {
  inputs: [
    {
      ...plain,
      id: 'ecowitt-GW2000A',
      name: 'Roof',
      values: {
        'outdoor.temperature_c': 3.1,
        'outdoor.humidity_pct': 82,
        'wind.speed_ms': 1.8,
        'wind.gust_ms': 3.6,
        'rain.rate_mmh': 0,
        'sun.solar_wm2': 112,
        'soil1.moisture_pct': 38,
      },
      parts: { soil1: { name: null, place: null, retired: false } },
      battery: { ws90: 'ok' },
      signal_db: -55,
      main_for: ['temperature', 'wind', 'rain', 'sun'],
      source_of: ['rain', 'sun', 'temperature', 'wind'],
    },
    {
      ...plain,
      id: 'ecowitt-WH31-2',
      model: 'WH31',
      name: 'Bathroom',
      place: 'indoors',
      values: { 'ch2.temperature_c': 21.2, 'ch2.humidity_pct': 71 },
      battery: { wh31: 'ok' },
      signal_db: -70,
      last_seen_ts: AFTERNOON_S - 48,
      source_of: ['ch2'],
    },
    {
      ...plain,
      id: 'ecowitt-WH31-1',
      model: 'WH31',
      name: 'Greenhouse',
      place: 'elsewhere',
      values: { 'ch1.temperature_c': 6.8, 'ch1.humidity_pct': 91 },
      battery: { 'WH31 ch1': 'low' },
      signal_db: -80,
      last_seen_ts: AFTERNOON_S - 62,
      source_of: ['ch1'],
    },
    {
      ...plain,
      id: 'rtl433-Nexus-TH-61',
      kind: 'rtl433',
      model: 'Nexus-TH',
      name: 'Balcony',
      values: {},
      silent: true,
      silent_why: 'radio',
      lost: [],
      pressure_kind: null,
      rain_factor: 1,
      last_seen_ts: AFTERNOON_S - 9000,
      source_of: ['temperature'],
    },
    {
      ...plain,
      id: 'ecowitt-WH31-3',
      model: 'WH31',
      place: null,
      adopted: false,
      values: { 'ch3.temperature_c': 4.2, 'ch3.humidity_pct': 79 },
      battery: { wh31: 'ok' },
      signal_db: -52,
      from: '192.0.2.7',
      first_seen_ts: AFTERNOON_S - 3 * 86_400,
      last_seen_ts: AFTERNOON_S - 41,
      source_of: ['ch3'],
    },
    {
      ...plain,
      id: 'rtl433-Nexus-TH-92',
      kind: 'rtl433',
      model: 'Nexus-TH',
      place: null,
      adopted: false,
      values: { 'outdoor.temperature_c': -0.4, 'outdoor.humidity_pct': 86 },
      signal_db: -18,
      last_seen_ts: AFTERNOON_S - 180,
      source_of: ['temperature'],
    },
    {
      ...plain,
      id: 'rtl433-Nexus-TH-17',
      kind: 'rtl433',
      model: 'Nexus-TH',
      place: null,
      adopted: false,
      values: { 'outdoor.temperature_c': 3.4, 'outdoor.humidity_pct': 80 },
      signal_db: -6,
      first_seen_ts: AFTERNOON_S - 8600,
      last_seen_ts: AFTERNOON_S - 30,
      source_of: ['temperature'],
      may_be: 'rtl433-Nexus-TH-61',
    },
    {
      ...plain,
      id: 'rtl433-TFA-303221-5',
      kind: 'rtl433',
      model: 'TFA-303221',
      name: 'Shed',
      retired: true,
      last_seen_ts: AFTERNOON_S - 19 * 86_400,
    },
  ],
  unknown: [{ id: 'ecowitt-GW2000A', kind: 'ecowitt', keys: ['heap', 'runtime_x'], count: 4211 }],
};

/** Lets `/api/inputs` answer as such a garden does, and keeps what the page asks to be changed. */
export async function withInputs(page: Page, inputs: Inputs = BOUGHT): Promise<{ path: string; body: unknown }[]> {
  const changes: { path: string; body: unknown }[] = [];
  await page.route('**/api/inputs', (route) => route.fulfill({ json: inputs }));
  await page.route('**/api/inputs/*/*', (route) => {
    const request = route.request();
    changes.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
    return route.fulfill({ json: inputs.inputs[0] });
  });
  return changes;
}
