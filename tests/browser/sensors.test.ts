import { describe, expect, it } from 'vitest';
import { MQTT_QUANTITIES } from '../../src/quantities/mqtt-in.ts';
import { share } from '../support/share.ts';
import { BOUGHT, withInputs } from './support/bought.ts';
import { launch, visit } from './support/browser.ts';
import { axe, overflow, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { pass, stage } from './support/stage.ts';
import { withValues } from './support/with-settings.ts';

const [browser, garden] = await shared(launch({ reuse: true }), stage());

/** Screens on which its list, and the sheet of a console, are seen. */
const screens = share(
  'screens of the view Sensors',
  [
    ['list', 'panel', 'night'],
    ['list', 'wall', 'day'],
    ['list', 'phone', 'night'],
    ['sheet', 'phone', 'night'],
    ['sheet', 'panel', 'day'],
  ] as const,
  (aspects) => aspects,
);
const screensOf = (sight: 'list' | 'sheet') =>
  screens.filter(([seen]) => seen === sight).map(([, size, theme]) => [size, theme] as const);

describe('the view Sensors', () => {
  it('says what is missing where bought senders are all that a station has, and none is heard', async () => {
    const missing = 'No Tempest hub is heard on UDP port 50222. Hub and station must be in the same network.';
    const { page, close } = await visit(browser, garden.url, {
      view: 'sensors',
      before: async (one) => {
        await withInputs(one, { inputs: [], unknown: [] });
        await one.route('**/api/status', async (route) => {
          const answer = await route.fetch();
          const known = (await answer.json()) as { started_ts: number };
          const events = [{ id: 1, ts: known.started_ts + 30, kind: 'sensor', severity: 'warn', detail: missing }];
          await route.fulfill({ response: answer, json: { ...known, hardware: 'inputs', events } });
        });
      },
    });
    await page.getByText(missing).waitFor();
    expect(await page.locator('.used:visible').count()).toBe(0); // no board of its own, with a green light
    await close();
  });

  it('Now has the air outdoors beside that of the room, and what it feels like stands with it', async () => {
    const { derived } = await garden.station.telemetry();
    const wind = { wind_speed: 4.5, wind_gust: 11.2, wind_direction: 225 };
    const weather = { outdoor_c: 5.4, ...wind, solar_radiation: 30, uv_index: 2, rain_today: 3.4, rain_month: 41 };
    const windy = await stage({ weather: { ...weather, derived: { ...derived, feels_like: 2.1 } } });
    const { page, close } = await visit(browser, windy.url, { view: 'now' });
    const readings = page.locator('.readings');
    await readings.getByText('Outdoors').waitFor();
    await expect.poll(() => readings.textContent()).toMatch(/Outdoors5\.4.*feels like 2\.1°/);
    await expect.poll(() => page.locator('.hero').textContent()).toMatch(/dew point/);
    await readings.getByRole('button', { name: 'SW' }).click();
    const sheet = page.getByRole('dialog', { name: 'Wind, rain and sun' });
    await sheet.getByText('41').waitFor();
    await expect.poll(() => sheet.locator('svg path').last().getAttribute('transform')).toBe('rotate(225 50 50)');
    expect(await axe(page)).toEqual([]);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await close();
    await windy.stop();
  });

  it.each(screensOf('list'))('shows what is in use, found and retired on a %s (%s)', async (size, theme) => {
    const { page, close, complaints } = await visit(browser, garden.url, {
      size,
      theme,
      view: 'sensors',
      before: (one) => withInputs(one),
    });
    const rows = page.locator('.used li');
    await rows.nth(5).waitFor();
    await expect
      .poll(() => page.locator('.used .named b').allTextContents())
      .toEqual(['Roof', 'Soil 1', 'Balcony', 'Bathroom', 'Greenhouse', 'Station']);
    expect(await rows.nth(1).textContent()).toMatch(/Soil 1Roof38/);
    expect(await rows.nth(2).textContent()).toMatch(/Silent since .*: radio lost/);
    expect(await rows.nth(4).textContent()).toMatch(/Low/);
    const asks = page.locator('.found', { hasText: 'WH31 at 192.0.2.7 wants to report. Take it?' });
    await asks.getByText('Good').waitFor(); // its battery, on every size
    const [signs, told] = await Promise.all(['.reception', '.told'].map((one) => asks.locator(one).boundingBox()));
    expect(signs!.y + signs!.height <= told!.y || signs!.x + signs!.width <= told!.x).toBe(true);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Shed').waitFor();
    const targets = page.locator('.sensors :is(button, summary):visible');
    for (const one of await targets.all()) expect((await one.boundingBox())!.height).toBeGreaterThanOrEqual(43.9);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a row whose values are old has no colour and no green light: the board’s after three samples, the others’ without an answer', async () => {
    const own = await stage();
    let isAway = false;
    const { page, close } = await visit(browser, own.url, {
      view: 'sensors',
      before: async (one) => {
        await one.clock.install();
        await withInputs(one);
        await one.route('**/api/inputs', (route) => (isAway ? route.abort() : route.fallback()));
      },
    });
    const [board, roof, found] = ['.used li:last-child', '.used li:first-child', 'li:has(.found)'];
    await page.locator(`${board} .values b`).first().waitFor();
    /** Colours of its figures, and whether its light is green. */
    const looksOf = (row = '') =>
      page
        .locator(row)
        .first()
        .evaluate((one) => ({
          colours: new Set([...one.querySelectorAll('.values b')].map((figure) => getComputedStyle(figure).color)).size,
          isWell: one.querySelector('.mark.ok') !== null,
        }));
    const [fresh, old] = [3, 1].map((colours) => ({ colours, isWell: colours > 1 }));
    await expect.poll(() => looksOf(board)).toEqual(fresh);
    own.freeze();
    await pass(10, own, page);
    await expect.poll(() => looksOf(board)).toEqual(old);
    await shoot(page, 'stale', 'sensors', 'board');
    await expect.poll(async () => (await looksOf(roof)).isWell).toBe(true); // once its next answer is there
    own.thaw();
    await expect.poll(() => looksOf(board)).toEqual(fresh);
    isAway = true;
    await page.clock.fastForward(20_000);
    await expect.poll(() => looksOf(roof)).toEqual(old);
    await expect.poll(() => looksOf(found)).toEqual(old);
    await shoot(page, 'stale', 'sensors', 'bought');
    await close();
    await own.stop();
  });

  it('the board with a dead chip has no green light, but the sign of a fault', async () => {
    const faulty = await stage({ variant: 'faulty' });
    const { page, close } = await visit(browser, faulty.url, { view: 'sensors', before: (one) => withInputs(one) });
    const board = page.locator('.used li:last-child');
    await board.locator('.mark.fault').waitFor();
    expect(await board.locator('.mark').count()).toBe(1);
    await close();
    await faulty.stop();
  });

  it('the sheet of a sensor has lost its colour where its row has: of a silent one, and without an answer', async () => {
    const own = await stage();
    let isAway = false;
    const last = { 'outdoor.temperature_c': 2.9 };
    const { page, close } = await visit(browser, own.url, {
      view: 'sensors',
      before: async (one) => {
        await one.clock.install();
        await withInputs(one, {
          ...BOUGHT,
          inputs: BOUGHT.inputs.map((sender) => (sender.silent ? { ...sender, values: last } : sender)),
        });
        await one.route('**/api/inputs', (route) => (isAway ? route.abort() : route.fallback()));
      },
    });
    const sheet = page.getByRole('dialog');
    /** Whether the figures are as quiet as the words beside them. */
    const isOld = () =>
      sheet.locator('.sensor-values').evaluate((one) => {
        const [word, figure] = ['dt', 'dd'].map((name) => getComputedStyle(one.querySelector(name)!).color);
        return word === figure;
      });
    for (const [name, isSilent] of [
      ['Balcony', true],
      ['Roof', false],
    ] as const) {
      await page.locator('.used .sensor', { hasText: name }).first().click();
      await sheet.locator('.sensor-values dd').first().waitFor();
      expect(await isOld(), name).toBe(isSilent);
      if (isSilent) await page.keyboard.press('Escape');
    }
    isAway = true;
    await page.clock.fastForward(20_000);
    await expect.poll(isOld).toBe(true);
    await shoot(page, 'stale', 'sensors', 'sheet');
    await close();
    await own.stop();
  });

  it('a unit stands to the right of its number in Arabic, too, with a gap', async () => {
    const { page, close } = await visit(browser, garden.url, {
      locale: 'ar',
      view: 'sensors',
      before: (one) => withInputs(one),
    });
    const figures = page.locator('.values > span:has(> .unit)');
    await figures.first().waitFor();
    await shoot(page, 'arabic', 'sensors');
    const gaps = await figures.evaluateAll((all) =>
      all.map((one) => {
        const [number, unit] = [...one.children].map((part) => part.getBoundingClientRect());
        return unit!.left - number!.right;
      }),
    );
    expect(gaps.length).toBeGreaterThan(9);
    expect(Math.min(...gaps)).toBeGreaterThan(1);
    await close();
  });

  it.each(screensOf('sheet'))(
    'the sheet asks which pressure a console sends, and sets the factor of its gauge (%s)',
    async (size, theme) => {
      let changes: { path: string; body: unknown }[] = [];
      const [roof, ...others] = BOUGHT.inputs;
      const values = { ...roof!.values, 'pressure.unknown_kind_hpa': 1013.2 };
      const { page, close } = await visit(browser, garden.url, {
        size,
        theme,
        view: 'sensors',
        before: async (one) => {
          changes = await withInputs(one, {
            inputs: [{ ...roof!, values, rain_factor: 1.98 }, ...others],
            unknown: [],
          });
        },
      });
      await page.locator('.used .sensor', { hasText: 'Roof' }).first().click();
      const sheet = page.getByRole('dialog');
      const asked = sheet.locator('.same', { hasText: 'Which pressure does it send?' });
      await asked.waitFor();
      expect(await asked.locator('[aria-pressed=true]').count()).toBe(0); // nobody said, so nothing is proposed
      await asked.getByRole('button', { name: 'At the station' }).click();
      const factor = sheet.getByRole('group', { name: 'Rain factor' });
      expect(await factor.getByRole('button', { name: '+0.05' }).isDisabled()).toBe(true); // 2 is the most
      await factor.getByRole('button', { name: '+0.01' }).click();
      await factor.getByRole('button', { name: '−0.05' }).click();
      await expect.poll(() => factor.locator('output').textContent()).toBe('× 1.94');
      for (const one of await sheet.locator('.same button, .factor button').all())
        expect((await one.boundingBox())!.height).toBeGreaterThanOrEqual(47.9);
      expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
      expect(await axe(page)).toEqual([]);
      await sheet.getByRole('button', { name: 'Save' }).click();
      await sheet.waitFor({ state: 'detached' });
      const body = { name: 'Roof', place: 'outdoors', pressure_kind: 'station', rain_factor: 1.94 };
      expect(changes).toEqual([{ path: '/api/inputs/ecowitt-GW2000A/adopt', body }]);
      await close();
    },
  );

  it('tells a console where to send to, and switches a family on by the settings', async () => {
    const { page, close } = await visit(browser, garden.url, {
      size: 'wall',
      view: 'sensors',
      before: async (one) => {
        await withInputs(one, { inputs: [], unknown: [] });
        const status = await (await fetch(`${garden.url}/api/status`)).json();
        const json = { ...status, lan_urls: ['http://192.0.2.10:8080'] };
        await one.route('**/api/status', (route) => route.fulfill({ json }));
      },
    });
    await page.getByText('Connect what you own').waitFor();
    await expect
      .poll(() => page.locator('.connect .facts').textContent())
      .toMatch(/192\.0\.2\.10.*8080|\/data\/report\//);
    await page.locator('.connect summary').first().click();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.locator('.connect [role=switch]').first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ 'inputs.ecowitt.enabled': true });
    expect(request.headers()['if-match']).toMatch(/^"/);
    await close();
  });

  it('maps what a broker sends by touch: topic, number, quantity and unit', async () => {
    const values = { 'BME280.Temperature': 70.7, 'BME280.Pressure': 753.3 };
    const { page, close } = await visit(browser, garden.url, {
      view: 'sensors',
      before: async (one) => {
        await withInputs(one, { inputs: [], unknown: [] });
        await one.route('**/api/inputs/topics', (route) =>
          route.fulfill({
            json: {
              listening: true,
              topics: [{ topic: 'tele/shed/SENSOR', last_seen_ts: 1, values }],
              quantities: MQTT_QUANTITIES,
            },
          }),
        );
        await withValues(one, { 'inputs.mqtt.enabled': true, 'inputs.mqtt.url': 'mqtt://192.0.2.9' });
      },
    });
    await page.getByRole('button', { name: 'Choose values' }).click();
    await page.getByRole('button', { name: 'tele/shed/SENSOR' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Quantity of BME280.Temperature').selectOption('outdoor.temperature_c');
    await sheet.getByLabel('Unit of BME280.Temperature').selectOption('°F');
    await sheet.getByLabel('Quantity of BME280.Pressure').selectOption('pressure.station_hpa');
    expect(await axe(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await sheet.getByRole('button', { name: 'Save' }).click();
    const request = await sent;
    expect(request.postDataJSON()).toEqual({
      'inputs.mqtt.topics': [
        {
          topic: 'tele/shed/SENSOR',
          map: {
            'outdoor.temperature_c': { path: 'BME280.Temperature', unit: '°F' },
            'pressure.station_hpa': { path: 'BME280.Pressure', unit: 'hPa' },
          },
        },
      ],
    });
    expect(request.headers()['if-match']).toMatch(/^"/);
    await close();
  });
});
