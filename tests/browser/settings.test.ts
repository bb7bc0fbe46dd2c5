import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import type { Status } from '../../src/contract/status.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { runningClock } from '../support/running-clock.ts';
import { axe, launch, overflow, painted, settle, shoot, type VisitOptions, visit } from './support/browser.ts';
import { lanAddress } from './support/stage.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} } as never;
/** Nobody listens while the station begins again, and a refused change is told by the browser, too. */
const EXPECTED = /status of (401|403|409|412|422|503)|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|Failed to fetch/;

/** A clock that runs, with the minutes that passed between the tests. */
let passedMs = 0;
const running = runningClock();
const clock: Clock = {
  ...running,
  nowS: () => running.nowS() + passedMs / 1000,
  steadyMs: () => running.steadyMs() + passedMs,
};
/** A station begins again six times a minute at most: what one test saves must not have the next one wait. */
beforeEach(() => {
  passedMs += 60_000;
});

let browser: Browser;
let home: string;
let file: string;
let service: LastingService;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'weatherglass-settings-page-'));
  file = join(home, 'config.yaml');
  // Without its name on the network, whose first second each new beginning would wait for.
  writeFileSync(
    file,
    '# Mine\nsite:\n  name: Attic\n  latitude: 47.4\n  longitude: 8.5\nconnections:\n  mdns: false\n',
  );
  const options = { data: join(home, 'data'), config: file, port: '0', host: '0.0.0.0', source: 'simulator' };
  [browser, service] = await Promise.all([
    launch({ reuse: true }),
    LastingService.start(loadSettings(options, { HOME: home, WEATHERGLASS_SITE__INDOORS: 'false' }), {
      log: quiet,
      clock,
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  rmSync(home, { recursive: true, force: true });
});

async function opened(options: VisitOptions = {}, url = service.url) {
  const asked = { view: 'settings', hasTouch: true, expected: EXPECTED, ...options };
  const { page, go, complaints, close } = await visit(browser, url, asked);
  await page.locator('.field').first().waitFor();
  return {
    page,
    go,
    async end() {
      expect(complaints).toEqual([]);
      await close();
    },
  };
}
const field = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
const unfold = async (page: Page, name: string | RegExp): Promise<void> => {
  const details = page.locator('details', { has: page.locator('summary', { hasText: name }) }).first();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().tap();
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const save = (page: Page) => button(page, 'Save').tap();
const inForce = (page: Page) => page.getByText('Saved and active.').waitFor({ timeout: 240_000 });

/** What the keyboard covers of the field and its frame, and of the ways to other views. */
const under = (page: Page) =>
  page.evaluate(() => {
    const edgePx = document.querySelector('.keyboard')!.getBoundingClientRect().top;
    const FRAME_PX = 4;
    return [document.activeElement!, ...document.querySelectorAll('.rail a')]
      .filter((one) => one.getBoundingClientRect().bottom + (one.matches('a') ? 0 : FRAME_PX) > edgePx)
      .map((one) => one.textContent || one.getAttribute('aria-label'));
  });

async function typeNumber(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.locator('dialog .keypad').getByRole('button', { name: key, exact: true }).tap();
}

const ONCE_EACH = [
  ['panel', 'day'],
  ['wall', 'night'],
  ['phone', 'day'],
] as const;

it.each(ONCE_EACH)(
  'on a %s by %s the page fits with everything unfolded, its targets fit a finger, and axe finds nothing',
  async (size, theme) => {
    const { page, end } = await opened({ size, theme });
    await settle(page);
    await shoot(page, 'settings', size, theme);
    // Parts of a section come with it: they are unfolded in a second round.
    for (let round = 0; round < 2; round += 1) {
      await page.locator('details:not([open]) > summary').evaluateAll((all) => {
        for (const one of all) (one as HTMLElement).click();
      });
      await settle(page);
    }
    await page.waitForFunction(() => !document.querySelector('details:not([open])'));
    await settle(page);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    const small = await page
      .locator('.settings :is(button, a, input:not(.sr-only), select, summary, label.file)')
      .evaluateAll((all) =>
        all
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ name }) => name),
      );
    expect(small).toEqual([]);
    expect(await axe(page)).toEqual([]);
    await end();
  },
);

describe('a change by finger', () => {
  it('is shown before it is saved, is in force after it, and the page comes calmly through the new beginning', async () => {
    const { page, end } = await opened({ size: 'panel', kiosk: true });
    await field(page, 'site.altitude_m').getByRole('button').first().tap();
    await typeNumber(page, ['4', '0', '8']);
    await shoot(page, 'settings', 'number');
    await button(page, 'Set').tap();
    await field(page, 'site.units').getByRole('button', { name: '°F, inHg' }).tap();
    await field(page, 'site.name').getByRole('textbox').tap();
    await page.locator('.keyboard').waitFor(); // the wall brings its letters by itself
    await expect.poll(() => under(page)).toEqual([]);
    await page.locator('.keyboard .done').tap();
    await unfold(page, 'Home Assistant');
    await field(page, 'mqtt.password').locator('input').tap();
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'password');
    await settle(page);
    await expect.poll(() => under(page)).toEqual([]);
    await field(page, 'site.name').getByRole('textbox').tap();
    await page.locator('.keyboard').waitFor();
    await page.locator('.keyboard .key', { hasText: /^a$/ }).tap();
    await page.locator('.save-bar').waitFor();
    // Neither the letters nor the bar with the change stand over what is written.
    const isSeen = (): Promise<boolean> =>
      field(page, 'site.name')
        .getByRole('textbox')
        .evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === input;
        });
    await expect.poll(isSeen).toBe(true);
    await page.locator('.keyboard .done').tap();
    await shoot(page, 'settings', 'save-bar');
    const told = await page.locator('.save-bar').textContent();
    expect(told).toContain('Elevation: 0\u202fm → 408\u202fm');
    expect(told).toContain('Units: °C, hPa → °F, inHg');
    const alarms: string[] = [];
    await page.exposeFunction('alarm', (text: string) => alarms.push(text));
    await page.evaluate(() =>
      new MutationObserver(() => {
        const found = document.querySelector('.outlet .problem, .outlet .refusal');
        if (found) (window as never as { alarm(text: string): void }).alarm(found.textContent);
      }).observe(document.querySelector('.outlet')!, { subtree: true, childList: true }),
    );
    await save(page);
    await page.getByText('Saved. Restarting…').waitFor();
    await shoot(page, 'settings', 'begins');
    await inForce(page);
    await shoot(page, 'settings', 'in-force');
    expect(alarms).toEqual([]);
    await expect.poll(() => field(page, 'site.altitude_m').textContent()).toContain('1339\u202fft');
    expect(readFileSync(file, 'utf8')).toMatch(/^# Mine\nsite:\n {2}name: \S+\n/);
    await page.evaluate(() => (location.hash = '#/now'));
    await page.waitForFunction(() => document.querySelector('.hero-unit')?.textContent === '°F');
    await end();
  });

  it('that the station refuses has its reason at its place, and nothing is saved', async () => {
    const { page, end } = await opened({ size: 'phone' });
    const before = readFileSync(file, 'utf8');
    await unfold(page, 'Who can make changes');
    await field(page, 'access.writes').getByRole('combobox').selectOption('pin');
    await field(page, 'site.name').getByRole('textbox').fill('');
    await save(page);
    await page.getByText('Not saved. Fix the marked settings').waitFor();
    await page.waitForFunction(
      () => document.querySelector('.field .refusal')!.getBoundingClientRect().bottom < innerHeight,
    );
    await shoot(page, 'settings', 'refused');
    expect(await field(page, 'site.name').getByRole('alert').textContent()).toMatch(/^Name is/);
    for (const words of await page.locator('.refusal').allTextContents())
      expect(words).not.toMatch(/site\.|access\.|pin_hash/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    await button(page, 'Discard').tap();
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await end();
  });

  it('is kept while the reader looks elsewhere and over a reload, and one that the environment decides cannot be made', async () => {
    const { page, go, end } = await opened();
    await field(page, 'site.name').getByRole('textbox').fill('Cellar');
    await go('now');
    await go('settings');
    await expect.poll(() => page.locator('.save-bar').textContent()).toContain('→ Cellar');
    await page.reload();
    await page.locator('.save-bar', { hasText: '→ Cellar' }).waitFor();
    expect(await field(page, 'site.indoors').textContent()).toContain('Set by an environment variable');
    expect(await field(page, 'site.indoors').getByRole('switch').count()).toBe(0);
    await button(page, 'Discard').tap();
    await page.reload();
    await field(page, 'site.name').waitFor();
    expect(await page.locator('.save-bar').count()).toBe(0);
    await end();
  });
});

it('with Tab alone every control comes into view above the bar that saves', async () => {
  const { page, end } = await opened({ size: 'wall' });
  await field(page, 'site.name').getByRole('textbox').fill('Porch');
  await page.locator('.save-bar').waitFor();
  const covered: string[] = [];
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press('Tab');
    await painted(page);
    const name = await page.evaluate(() => {
      const at = document.activeElement!;
      const { left, top, width, height } = at.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.save-bar');
      return over && !at.closest('.save-bar') ? at.textContent || at.getAttribute('aria-label') || at.tagName : null;
    });
    if (name !== null) covered.push(name);
  }
  expect(covered).toEqual([]);
  await button(page, 'Discard').click();
  await end();
});

it('what somebody else changed meanwhile is shown, and the reader decides', async () => {
  const { page, end } = await opened({ size: 'phone' });
  for (const answer of ['Discard mine', 'Save mine too']) {
    await field(page, 'site.name').getByRole('textbox').fill(`Mine, ${answer}`);
    const by = readFileSync(file, 'utf8').includes('altitude_m: 12') ? 13 : 12;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/altitude_m: \d+/, `altitude_m: ${by}`));
    await save(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(new RegExp(`Elevation: .* → ${Math.round(by / 0.3048)}\u202fft`)).waitFor();
    await shoot(page, 'settings', 'meanwhile');
    expect(readFileSync(file, 'utf8')).not.toContain('Mine,');
    await dialog.getByRole('button', { name: answer }).tap();
    await dialog.waitFor({ state: 'detached' });
  }
  await inForce(page);
  expect(readFileSync(file, 'utf8')).toMatch(/name: Mine, Save mine too[\s\S]*altitude_m: 13/);
  await end();
});

it('rules of alarms that somebody else changed meanwhile are called by their names, those alone that differ', async () => {
  const { page, end } = await opened({ size: 'phone', before: (opening) => opening.clock.install() });
  await unfold(page, 'Alarms');
  const shown = field(page, 'alarms.rules').getByRole('link');
  const rules = (onOfFrost: number): string =>
    `alarms:\n  rules:\n    - id: heat\n      enabled: true\n    - id: frost_tonight\n      on: ${onOfFrost}\n    - id: own_rule\n      title: Cellar\n      when: above\n      quantity: humidityPct\n      on: 80\n      off: 75\n`;
  writeFileSync(file, readFileSync(file, 'utf8') + rules(0.5));
  await page.clock.runFor(30_000); // an open page asks every half minute
  await expect.poll(() => shown.textContent()).toMatch(/Heat, Frost tonight, Cellar$/);
  await field(page, 'site.name').getByRole('textbox').fill('Mine again');
  writeFileSync(file, readFileSync(file, 'utf8').replace('on: 0.5', 'on: 0.45'));
  await save(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('listitem').filter({ hasText: 'Rules:' }).waitFor();
  await shoot(page, 'settings', 'meanwhile-rules');
  expect(await dialog.getByRole('listitem').filter({ hasText: 'Rules:' }).textContent()).toBe('Rules: Frost tonight');
  await dialog.getByRole('button', { name: 'Discard mine' }).tap();
  await dialog.waitFor({ state: 'detached' });
  await end();
});

it('an alarm is switched on at once while other settings are not saved yet, which wait', async () => {
  const { page, go, end } = await opened({ size: 'phone' });
  await field(page, 'site.name').getByRole('textbox').fill('Half made');
  await go('alarms');
  await button(page, 'Add alarm').tap();
  await button(page, 'Switch on: Frost now').tap();
  const isOn = page.getByRole('switch', { name: 'Frost now' });
  await expect.poll(() => isOn.getAttribute('aria-checked')).toBe('true');
  await inForce(page);
  expect(readFileSync(file, 'utf8')).toMatch(/id: frost_now\n\s+enabled: true/);
  expect(readFileSync(file, 'utf8')).not.toContain('Half made');
  expect(await page.locator('.save-bar').textContent()).toContain('→ Half made');
  await isOn.tap(); // it may be touched again, too
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/id: frost_now\n\s+enabled: false/);
  await inForce(page);
  await page.reload();
  await go('settings');
  await save(page);
  await inForce(page);
  expect(readFileSync(file, 'utf8')).toMatch(/name: Half made[\s\S]*id: frost_now\n\s+enabled: false/);
  await end();
});

it('what is written into a list and not yet added is saved with the rest, and kept while the reader looks elsewhere', async () => {
  const { page, go, end } = await opened({ size: 'phone' });
  await unfold(page, /^Network/);
  const hosts = field(page, 'server.allowed_hosts');
  await field(page, 'site.name').getByRole('textbox').fill('With hosts');
  await hosts.getByRole('textbox').fill('my.host');
  await save(page);
  await inForce(page);
  expect(readFileSync(file, 'utf8')).toMatch(/allowed_hosts:\s+- my\.host/);
  expect(await hosts.getByRole('textbox').inputValue()).toBe('');
  await hosts.getByRole('textbox').fill('other.host');
  await go('now');
  await go('settings');
  await page.locator('.save-bar', { hasText: 'other.host' }).waitFor();
  await button(page, 'Discard').tap();
  await end();
});

it('a change whose answer was lost is no draft any more, and nobody else is blamed for it', async () => {
  const { page, end } = await opened({ size: 'phone' });
  // Not when it started: that is counted back from each answer, and differs by microseconds.
  const uptimeS = async (): Promise<number> =>
    ((await (await page.request.get(`${service.url}/api/status`)).json()) as Status).uptime_s;
  const before = await uptimeS();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  const name = field(page, 'site.name').getByRole('textbox');
  await name.fill('Lost answer');
  await save(page);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('name: Lost answer');
  await expect.poll(() => page.locator('.save-bar').getByRole('button').count()).toBe(0);
  expect(await name.inputValue()).toBe('Lost answer');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(uptimeS).toBeLessThan(before); // who opens the page meanwhile may miss a script of it
  await end();
});

it('a file goes out without its secrets and comes in as changes that are looked through', async () => {
  const { page, end } = await opened({ size: 'wall' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).tap(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('# Mine');
  const upload = (text: string | Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text as string) });
  await upload(Buffer.alloc(9000, '\x89PNG\0\x01', 'latin1')); // as JSON it would be larger than a body may be
  await page.getByText('This is no settings file.').waitFor();
  await upload('site: { colour: blue }');
  await page.getByText('site.colour is not a setting').waitFor();
  await upload('site: { name: From the file, indoors: true }\nkiosk: { zoom: 1.5 }');
  await page.getByText('because it is set elsewhere: Indoors').waitFor();
  await page.getByText('→ From the file').waitFor();
  await expect.poll(() => page.locator('.save-bar').textContent()).toContain('Zoom: 1 → 1.5');
  await button(page, 'Discard').tap();
  await end();
});

it.skipIf(!lanAddress())('a guest on the network is told what only the station itself may change', async () => {
  const { page, end } = await opened({ size: 'phone' }, service.url.replace('127.0.0.1', lanAddress()!));
  await unfold(page, 'Who can make changes');
  await expect
    .poll(() => field(page, 'access.writes').textContent())
    .toContain('Change it on the station’s own screen');
  expect(await field(page, 'access.pin_hash').getByRole('button').count()).toBe(0);
  expect(await field(page, 'site.name').getByRole('textbox').isEnabled()).toBe(true);
  await end();
});

it('a secret that is saved a second time is saved at once: nothing begins again for it', async () => {
  const { page, end } = await opened({ size: 'wall' });
  await unfold(page, 'Home Assistant');
  const type = () => field(page, 'mqtt.password').locator('input').fill('hush');
  await type();
  await save(page);
  await inForce(page);
  await type();
  await save(page);
  await page.getByText('Saved.', { exact: true }).waitFor();
  await end();
});

it('a PIN is set by finger, and asked for from then on', async () => {
  const { page, end } = await opened({ size: 'panel', kiosk: true });
  await field(page, 'access.pin_hash').getByRole('button', { name: 'Change: PIN' }).tap();
  for (const words of ['Type it again', 'Set']) {
    await typeNumber(page, ['2', '4', '6', '8']);
    await button(page, words).tap();
  }
  await save(page);
  await inForce(page);
  await field(page, 'site.altitude_m').getByRole('button').first().tap();
  await typeNumber(page, ['7']);
  await button(page, 'Set').tap();
  await save(page);
  await page.getByRole('dialog', { name: /station’s PIN/ }).waitFor();
  await typeNumber(page, ['2', '4', '6', '8']);
  await button(page, 'Enter').tap();
  await inForce(page);
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/altitude_m: (7|2.1)\b/);
  expect(await page.content()).not.toMatch(/scrypt|2468/);
  await end();
});

it('a file that may not be written is said at the top, with the way out, and nothing can be changed', async () => {
  const { page, end } = await opened({
    size: 'phone',
    before: (on) =>
      on.route('**/api/settings', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), writable: false } });
      }),
  });
  await page.getByText(/cannot write its settings file, .*config\.yaml/).waitFor();
  await shoot(page, 'settings', 'read-only');
  expect(await page.locator('.field :is(button, input, select)').count()).toBe(0);
  await end();
});
