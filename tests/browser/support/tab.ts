import type { Browser, BrowserContextOptions, Disposable, Page } from 'playwright-core';
import { SIZES, type VisitOptions, type Visitor, visit } from './browser.ts';

/** What a tab can change between two visits. Touch, language and zone are the tab's. */
interface Again
  extends Pick<VisitOptions, 'size' | 'viewport' | 'theme' | 'kiosk' | 'layout' | 'view' | 'before' | 'expected'> {
  /** Adds a script to the loads of this visit, as `unhurried` does: `before` would leave it to the visits that follow. */
  script?: (page: Page) => Promise<unknown>;
}

/**
 * Tab for the visits of a file that follow each other: a new visitor for each costs as much as two pages loaded in one. Every visit finds
 * what a new one would: no choices kept, no routes of another test, its own size of the screen, the page loaded anew. Where the page needs
 * a clock of its own, open a new visit: a clock stays.
 */
export class Tab {
  #visitor: Visitor | null = null;
  #complaints: string[] = [];
  #expected: RegExp | undefined;
  readonly #scripts: Disposable[] = [];

  constructor(
    private readonly browser: () => Browser,
    private readonly options: BrowserContextOptions = {},
  ) {}

  async visit(url: string, { before, script, expected, ...again }: Again = {}): Promise<Visitor> {
    const opened = this.#visitor;
    if (opened) await this.#emptied(opened); // again, where the test before failed on its way
    this.#complaints = [];
    this.#expected = expected;
    const prepared = async (page: Page): Promise<void> => {
      if (script) this.#scripts.push((await script(page)) as Disposable);
      await before?.(page);
    };
    if (opened) await this.#reload(opened.page, url, { ...again, before: prepared });
    else this.#visitor = await this.#open(url, { ...again, before: prepared });
    const visitor = this.#visitor!;
    return { ...visitor, complaints: this.#complaints, close: () => this.#emptied(visitor) };
  }

  /** Is free to be called for a tab that was never opened. */
  async close(): Promise<void> {
    await this.#visitor?.close();
  }

  async #open(url: string, { before, ...again }: Again): Promise<Visitor> {
    return visit(this.browser(), url, {
      ...this.options,
      ...again,
      before: async (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' && !this.#expected?.test(message.text()))
            this.#complaints.push(message.text());
        });
        page.on('pageerror', (error) => this.#complaints.push(error.message));
        await before?.(page);
      },
    });
  }

  async #reload(page: Page, url: string, again: Again): Promise<void> {
    const { size = 'panel', theme = 'day', kiosk = false, layout = 'near', view = 'now', before } = again;
    await page.setViewportSize(again.viewport ?? SIZES[size]);
    // As at every load of a first visit, and after its script.
    const wear = (choice: string): void => localStorage.setItem('weatherglass.theme', choice);
    this.#scripts.push(await page.addInitScript(wear, theme));
    await before?.(page);
    await page.goto(`${url}/${kiosk ? `?kiosk=1&layout=${layout}` : ''}#/${view}`);
    await page.waitForSelector(layout === 'distance' ? '.far, .first-run' : '.outlet > :not(.loading), .first-run');
  }

  /** Leaves the page without what it knew: its choices, the routes and scripts of a test, and a pointer over it. */
  async #emptied({ page, foreign }: Visitor): Promise<void> {
    this.#complaints = []; // of an empty page, which has no storage for the script of the first visit
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const script of this.#scripts.splice(0)) await script.dispose();
    if (page.url().startsWith('http'))
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    await page.goto('about:blank');
    await page.mouse.move(0, 0);
    foreign.length = 0;
  }
}
