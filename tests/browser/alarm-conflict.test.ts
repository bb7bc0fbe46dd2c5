import { expect, it } from 'vitest';
import type { Alarm } from '../../src/contract/alarms.ts';
import { ALARMS, withAlarms } from './support/alarmed.ts';
import { launch, visit } from './support/browser.ts';
import { stage } from './support/stage.ts';

it('a new alarm that meets settings changed elsewhere is opened once its owner has saved it on top of them', async () => {
  const [browser, own] = await Promise.all([launch(), stage()]);
  const frost = ALARMS.find(({ id }) => id === 'frost_now')!;
  const warm: Alarm = { ...frost, id: 'own_1', kind: 'own', title: 'Warm', rule: { ...frost.rule, id: 'own_1' } };
  let saves = 0;
  const { page, close } = await visit(browser, own.url, {
    size: 'phone',
    view: 'alarms',
    before: async (one) => {
      await withAlarms(one);
      await one.route('**/api/alarms?*', (route) =>
        route.fulfill({ json: { alarms: saves > 1 ? [...ALARMS, warm] : ALARMS, rules: 1 } }),
      );
      await one.route('**/api/settings', (route) => {
        if (route.request().method() !== 'PATCH') return route.continue();
        saves++;
        return saves === 1
          ? route.fulfill({ status: 412, json: { detail: 'The settings have changed.' } })
          : route.fulfill({ json: { applied: [], restart: [] } });
      });
    },
  });
  await page.locator('.alarm-row').first().waitFor();
  await page.getByRole('button', { name: 'Add alarm' }).click();
  await page.getByRole('button', { name: 'Make alarm' }).click();
  await page.getByRole('button', { name: 'Save mine too' }).click();
  const title = page.locator('.editor-head h2');
  await title.waitFor();
  expect(await title.textContent()).toBe('Warm');
  expect(saves).toBe(2);
  await close();
  await browser.close();
  await own.stop();
});
