import { describe, expect, it } from 'vitest';
import { BOUGHT, withInputs } from './support/bought.ts';
import { launch, type Visitor, visit } from './support/browser.ts';
import { axe } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';

const [browser, garden] = await shared(launch({ reuse: true }), stage());

/** Page of a garden whose answers stay what they are, whatever it is asked to change: opened once, and its view anew for each test. */
let used: { visitor: Visitor; changes: { path: string; body: unknown }[] } | null = null;
async function bought(): Promise<NonNullable<typeof used>> {
  let changes: { path: string; body: unknown }[] = [];
  used ??= {
    visitor: await visit(browser, garden.url, {
      view: 'sensors',
      before: async (one) => {
        changes = await withInputs(one);
      },
    }),
    changes,
  };
  await used.visitor.go('now');
  await used.visitor.go('sensors');
  used.changes.length = 0;
  return used;
}

describe('the view Sensors, when something is touched', () => {
  it('adds a found sensor with a name and a place, and nothing before a touch', async () => {
    const {
      visitor: { page },
      changes,
    } = await bought();
    const found = page.locator('.sensor.found', { hasText: 'WH31' });
    await found.getByRole('button', { name: 'Add' }).click();
    expect(changes).toEqual([]);
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Once added, it gives: channel 3').waitFor();
    expect(await axe(page)).toEqual([]);
    await sheet.getByLabel('Name').fill('Cellar');
    await sheet.getByRole('button', { name: 'Indoors' }).click();
    await sheet.getByRole('button', { name: 'Add' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(changes).toEqual([{ path: '/api/inputs/ecowitt-WH31-3/adopt', body: { name: 'Cellar', place: 'indoors' } }]);
  });

  it('a sensor behind a console has a name and a place of its own, and can be taken out of use', async () => {
    const {
      visitor: { page },
      changes,
    } = await bought();
    const row = page.locator('.used .sensor', { hasText: 'Soil 1' });
    await row.click();
    const sheet = page.getByRole('dialog', { name: 'Soil 1' });
    await sheet.getByLabel('Name').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sheet.textContent()).not.toContain('Rain factor');
    await sheet.getByLabel('Name').fill('Vegetable bed');
    await sheet.getByRole('button', { name: 'Outdoors' }).click();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await sheet.waitFor({ state: 'detached' });
    await row.click();
    await sheet.getByRole('button', { name: 'Retire' }).click();
    await sheet.waitFor({ state: 'detached' });
    const path = '/api/inputs/ecowitt-GW2000A/adopt';
    expect(changes).toEqual([
      { path, body: { parts: { soil1: { name: 'Vegetable bed', place: 'outdoors' } } } },
      { path, body: { parts: { soil1: { retired: true } } } },
    ]);
  });

  it('proposes a place that fits the kind', async () => {
    const found = BOUGHT.inputs.find(({ id }) => id === 'ecowitt-WH31-3')!;
    const kinds = ['kernel', 'tempest'] as const;
    const inputs = kinds.map((kind) => ({ ...found, id: `${kind}-x`, kind, model: `${kind} of mine` }));
    const { page, close } = await visit(browser, garden.url, {
      view: 'sensors',
      before: (one) => withInputs(one, { inputs, unknown: [] }),
    });
    const sheet = page.getByRole('dialog');
    for (const [i, place] of ['Indoors', 'Outdoors'].entries()) {
      const row = page.locator('.sensor.found', { hasText: inputs[i]!.model });
      await row.getByRole('button', { name: 'Add' }).click();
      await sheet.getByRole('button', { name: place, pressed: true }).waitFor();
      await sheet.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    await close();
  });

  it('a silent sensor’s sheet says what may still be fetched', async () => {
    const { page } = (await bought()).visitor;
    const sheet = page.getByRole('dialog');
    await page.locator('.used .sensor', { hasText: 'Bathroom' }).click();
    await sheet.getByText('Its history is kept').waitFor();
    expect(await sheet.getByText('not fetched later').count()).toBe(0);
    await sheet.press('Escape');
    await page.locator('.used .sensor', { hasText: 'Balcony' }).click();
    await sheet.getByText('What it measured while it was silent is not fetched later').waitFor();
  });

  it('offers the place of a sensor that fell silent to one that came since', async () => {
    const {
      visitor: { page },
      changes,
    } = await bought();
    const found = page.locator('.sensor.found', { hasText: 'May be Balcony with a new battery' });
    await found.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Same place' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(changes).toEqual([
      { path: '/api/inputs/rtl433-Nexus-TH-17/adopt', body: { replaces: 'rtl433-Nexus-TH-61' } },
    ]);
  });

  it('a found sensor takes the place of any silent one by a touch', async () => {
    const {
      visitor: { page },
      changes,
    } = await bought();
    await page.locator('.sensor.found', { hasText: 'WH31' }).getByRole('button', { name: 'Add' }).click();
    const sheet = page.getByRole('dialog');
    await sheet
      .getByRole('group', { name: 'In place of a silent sensor' })
      .getByRole('button', { name: 'Balcony' })
      .click();
    await sheet.waitFor({ state: 'detached' });
    const body = { replaces: 'rtl433-Nexus-TH-61' };
    expect(changes).toEqual([{ path: '/api/inputs/ecowitt-WH31-3/adopt', body }]);
  });

  it('the sheet has people’s words, says whose word counts now, and a touch makes it the source', async () => {
    let changes: { path: string; body: unknown }[] = [];
    const [roof, bathroom, ...others] = BOUGHT.inputs;
    const both = { 'wind.speed_ms': 2, 'lightning.last_time': 1_700_000_000, 'leak1.wet': 1, 'soil2.moisture_pct': 38 };
    const values = { ...bathroom!.values, ...both };
    const vague = { ...bathroom!, values, battery: { wh65: 'ok', soil2: 'low' } as const, clock_off_s: -142_822_440 };
    const { page, close } = await visit(browser, garden.url, {
      view: 'sensors',
      before: async (one) => {
        changes = await withInputs(one, {
          inputs: [roof!, { ...vague, source_of: ['ch2', 'wind'] }, ...others],
          unknown: [],
        });
      },
    });
    await page.locator('.used .sensor', { hasText: 'Bathroom' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Its clock is wrong.').waitFor();
    const text = (await sheet.textContent())!;
    for (const words of ['channel 2', 'temperature', 'speed', 'last strike', 'wetyes', 'soil 2', 'moisture', 'WH65'])
      expect(text).toContain(words);
    expect(text).toContain('Its clock is wrong.');
    expect(text).not.toMatch(/_(c|pct|ms|time)\b|minutes/);
    const wind = sheet.getByRole('button', { name: 'wind' });
    await expect.poll(() => wind.textContent()).toBe('windnow Roof');
    await wind.click();
    await expect
      .poll(() => changes)
      .toEqual([{ path: '/api/inputs/ecowitt-WH31-2/adopt', body: { main_for: ['wind'] } }]);
    await close();
  });

  it('ignores a neighbour’s, and retires one in use', async () => {
    const {
      visitor: { page },
      changes,
    } = await bought();
    const neighbour = page.locator('.sensor.found', { hasText: 'May be a neighbour’s' });
    await neighbour.getByRole('button', { name: 'Ignore' }).click();
    await page.locator('.used .sensor', { hasText: 'Bathroom' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(changes.map(({ path }) => path)).toEqual([
      '/api/inputs/rtl433-Nexus-TH-92/ignore',
      '/api/inputs/ecowitt-WH31-2/retire',
    ]);
  });
});
