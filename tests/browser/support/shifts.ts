import type { Page } from 'playwright-core';

interface Shift {
  value: number;
  sources: string[];
  /** The words of the header, which differ in length while it connects. */
  isOfHeader: boolean;
}

/** Notes what moves by itself from now on. */
export const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    (window as unknown as { shifts: Shift[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Array<{
        value: number;
        hadRecentInput: boolean;
        sources: Array<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>;
      }>) {
        if (entry.hadRecentInput) continue;
        const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
        shifts.push({
          value: entry.value,
          isOfHeader: entry.sources.every(({ currentRect: { bottom } }) => 0 < bottom && bottom <= header + 1),
          sources: entry.sources.map(({ node, previousRect, currentRect }) => {
            const box = (r: DOMRect) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ');
            const name =
              node instanceof Element
                ? `${node.tagName}.${node.getAttribute('class')}`
                : `${node?.nodeName} “${node?.textContent}”`;
            return `${name}: ${box(previousRect)} → ${box(currentRect)}`;
          }),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** Notes each time that something on the page begins to be busy, where nothing was. */
export const watchBusy = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    let was = false;
    const seen = { began: 0 };
    (window as unknown as { busy: typeof seen }).busy = seen;
    new MutationObserver(() => {
      const is = document.querySelector(':not(button)[aria-busy="true"]') !== null;
      if (is && !was) seen.began++;
      was = is;
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });

/** How often something on the page began to be busy. */
export const timesBusy = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { busy: { began: number } }).busy.began);
