import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const root = join(import.meta.dirname, '..', '..', '..');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Of 650 KB a page keeps each letter in two bytes where one of them is not of Latin-1: a third of what it costs to bring them there.
  .replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Changes the colours of a page as the hour would: a choice that it remembers stays what it is. */
export const wear = (page: Page, theme: 'day' | 'night'): Promise<void> =>
  page.evaluate((next) => {
    document.documentElement.dataset['theme'] = next;
  }, theme);

/** For whoever wants to see with their own eyes (WEATHERGLASS_PICTURES=1): hundreds of pictures that nobody looks at cost CI half a minute. */
export async function shoot(page: Page, ...names: string[]): Promise<void> {
  if (!process.env['WEATHERGLASS_PICTURES']) return;
  const folder = join(root, 'artifacts', 'screens');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${names.join('-')}.png`) });
}

/** Every finding of axe with AAA contrast and target size, as `rule: element`. */
export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // Evaluated over the debugger, which the page's strict CSP does not concern; as an argument of `page.evaluate` it would be read twice.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Runtime.evaluate', { expression: axeSource });
    await devtools.detach();
  }
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResult> } }).axe.run;
    interface AxeResult {
      violations: Array<{ id: string; nodes: Array<{ html: string; failureSummary?: string }> }>;
    }
    const rules = { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } };
    // Of what is in order it need not say where.
    const { violations } = await run(document, { rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    );
  });
}

/** How far the page can be scrolled sideways as a whole, and the view downwards. */
export const overflow = (page: Page): Promise<{ sideways: number; down: number }> =>
  page.evaluate(() => {
    const outlet = document.querySelector('.outlet')!;
    const html = document.documentElement;
    return {
      sideways: Math.max(html.scrollWidth - html.clientWidth, outlet.scrollWidth - outlet.clientWidth),
      down: outlet.scrollHeight - outlet.clientHeight,
    };
  });
