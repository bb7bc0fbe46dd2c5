import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch, type Size, touching, type Visitor } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { unhurried, until } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

/** A finger that a busy machine holds up on "Delete" for so long would take more than one letter. */
const HELD_MS = 500;
const walls = new Map<string, Visitor>();
/**
 * A wall, opened once for each screen, with a field of the test's own: at the end of Now, where a keyboard would lie over it, or in a window.
 * `brief`: fingers are never held up. `TextField` is such an input.
 */
async function withField(
  size: Size,
  { type = 'text', inDialog = false, brief = false } = {},
): Promise<Pick<Visitor, 'page' | 'complaints'>> {
  const name = `${size} ${brief}`;
  const before = (page: Page) => (brief ? unhurried(page, HELD_MS) : Promise.resolve());
  const visitor = walls.get(name) ?? (await touching(browser, warm.url, { kiosk: true, size, before }));
  walls.set(name, visitor);
  const { page } = visitor;
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const one of document.querySelectorAll('label:has(#written), dialog.ask')) one.remove();
    const root = document.documentElement;
    root.dataset['spoken'] ??= root.lang;
    root.lang = root.dataset['spoken'];
  });
  await until(page, () => !document.querySelector('.keyboard'));
  await put(page, type, inDialog);
  return visitor;
}
const put = (page: Page, type = 'text', inDialog = false): Promise<void> =>
  page.evaluate(
    ([type, inDialog]) => {
      const label = document.createElement('label');
      label.innerHTML = `Place <input type="${type}" id="written" />`;
      const input = label.querySelector('input')!;
      if (!inDialog) Object.assign(input.style, { position: 'absolute', insetBlockEnd: '2px' });
      const heard: string[] = [];
      Object.assign(window, { heard });
      input.addEventListener('input', () => heard.push(input.value));
      if (!inDialog) return document.querySelector('.outlet')!.append(label);
      const dialog = document.createElement('dialog');
      dialog.className = 'ask';
      dialog.append(label);
      document.body.append(dialog);
      dialog.showModal();
    },
    [type, inDialog] as const,
  );
const field = (page: Page) => page.locator('#written');
/** By its letter, or by what it is said to do, before which stands what is written on it. */
const key = (page: Page, name: string) =>
  page
    .locator('.keyboard')
    .getByRole('button', name.length < 4 ? { name, exact: true } : { name: new RegExp(`(^|: )${name}$`) });
const type = async (page: Page, text: string): Promise<void> => {
  for (const letter of text) await key(page, letter === ' ' ? 'Space' : letter).tap();
};

describe('the on-screen keyboard', () => {
  it('comes to a field on the wall, writes at its cursor, and neither takes the focus nor covers the field', async () => {
    const { page, complaints } = await withField('panel', { brief: true });
    await field(page).tap();
    await key(page, 'q').waitFor();
    await key(page, 'Capital letters').tap();
    await type(page, 'O');
    await type(page, 'slp');
    await key(page, 'Delete').tap();
    await type(page, 'o ');
    await key(page, 'Letters with accents').tap();
    await type(page, 'ø');
    await field(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
    await key(page, 'Digits and signs').tap();
    await type(page, '-2');
    await expect.poll(() => field(page).inputValue()).toBe('O-2slo ø');
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard.at(-1))).toBe('O-2slo ø');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('written');
    const free = async (): Promise<number> => {
      const { y, height } = (await field(page).boundingBox())!;
      return (await page.locator('.keyboard').boundingBox())!.y - y - height;
    };
    await expect.poll(free).toBeGreaterThanOrEqual(0);
    expect(await axe(page)).toEqual([]);
    await shoot(page, 'letters', 'panel');
    await key(page, 'Done').tap();
    await until(page, () => !document.querySelector('.keyboard'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('written');
    await field(page).tap();
    await key(page, 'q').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await until(page, () => !document.querySelector('.keyboard'));
    expect(complaints).toEqual([]);
  });

  it('works in a window over the page, goes with its field, and erases on while a finger stays', async () => {
    const { page } = await withField('panel', { inDialog: true });
    await field(page).tap();
    await type(page, 'abcdefgh');
    const { x, y } = (await key(page, 'Delete').boundingBox())!;
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await until(page, () => (document.querySelector('#written') as HTMLInputElement).value === '');
    await page.mouse.up();
    await page.evaluate(() => document.querySelector('dialog.ask')!.remove());
    await until(page, () => !document.querySelector('.keyboard, .typing'));
  });

  it('has digits alone for a number, with a sign', async () => {
    const { page } = await withField('panel', { type: 'number', brief: true });
    await field(page).evaluate((input) => input.setAttribute('data-script', 'latin'));
    await field(page).tap();
    await type(page, '-12.5');
    await key(page, 'Delete').tap();
    await type(page, '7');
    await expect.poll(() => field(page).inputValue()).toBe('-12.7');
    expect(await key(page, 'q').count()).toBe(0);
    expect(await key(page, ':').count()).toBe(0);
  });

  it('has the signs of an address beside the letters where one is written', async () => {
    const { page } = await withField('phone', { type: 'url' });
    await field(page).tap();
    await type(page, 'mqtt://hub.lan:/');
    await expect.poll(() => field(page).inputValue()).toBe('mqtt://hub.lan:/');
    const { x, width } = (await key(page, 'Done').boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
  });

  it.each([
    ['panel', ['Letters with accents']],
    ['phone', ['Digits and signs', 'Letters with accents']],
  ] as const)(
    'has letters with accents for an address, too: domains and networks bear them (%s)',
    async (size, layers) => {
      const { page } = await withField(size, { type: 'url' });
      await field(page).tap();
      await type(page, 'm');
      for (const layer of layers) await key(page, layer).tap();
      await type(page, 'ü');
      await key(page, 'Letters').tap();
      await type(page, 'n.de');
      await expect.poll(() => field(page).inputValue()).toBe('mün.de');
      const { x, width } = (await key(page, 'Done').boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
    },
  );

  it('stays away from browsers, which have their own', async () => {
    const { page, close } = await touching(browser, warm.url);
    await put(page);
    await field(page).tap();
    await page.waitForTimeout(300);
    expect(await page.locator('.keyboard').count()).toBe(0);
    await close();
  });

  const firstRows = {
    panel: { en: 'qp', 'de-AT': 'qü', fr: 'ap', ar: 'ضد' },
    phone: { en: 'ah', ar: 'ءب' },
  };
  it.each(['panel', 'phone'] as const)('has keys that a finger hits, as the language has them (%s)', async (size) => {
    const { page } = await withField(size);
    for (const [language, ends] of Object.entries(firstRows[size])) {
      await page.evaluate((tag) => {
        (document.activeElement as HTMLElement).blur();
        document.documentElement.lang = tag;
      }, language);
      await field(page).tap();
      await key(page, ends[0]!).waitFor();
      for (const layer of ['', 'Letters with accents', 'Digits and signs']) {
        if (layer) await key(page, layer).tap();
        await shoot(page, 'letters', size, language, layer.split(' ')[0]!);
        const rows = await page
          .locator('.keyboard .keys')
          .evaluateAll((all) =>
            all.map((row) =>
              [...row.children].map((key) => ({ text: key.textContent, ...key.getBoundingClientRect().toJSON() })),
            ),
          );
        if (!layer) expect(`${rows[0]![0].text}${rows[0]!.at(-1).text}`).toBe(ends);
        const { width, height } = page.viewportSize()!;
        for (const one of rows.flat()) {
          expect(Math.min(one.width, one.height), `${one.text} on ${layer}`).toBeGreaterThanOrEqual(44);
          expect(one.left).toBeGreaterThanOrEqual(0);
          expect(one.right).toBeLessThanOrEqual(width);
          expect(one.bottom).toBeLessThanOrEqual(height);
        }
      }
      if (language !== 'ar') continue;
      // Addresses and passwords need ours, too.
      await key(page, 'Letters').tap();
      await type(page, 'بيت');
      await key(page, 'Latin letters').tap();
      await type(page, 'x');
      await expect.poll(() => field(page).inputValue()).toBe('بيتx');
    }
  });
});
