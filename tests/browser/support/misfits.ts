import type { Page } from 'playwright-core';

/**
 * What does not fit: the page itself, a drawing wider than the box it stands in, words that end outside of what can be seen,
 * a table wider than its frame, and a row of more or fewer cells than heads.
 */
export const misfits = (page: Page, within = '.outlet'): Promise<string[]> =>
  page.evaluate((place) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const outlet = document.querySelector(place)!;
    const sideways = Math.max(document.documentElement.scrollWidth - width, outlet.scrollWidth - outlet.clientWidth);
    if (sideways > 0) found.push(`the page scrolls sideways by ${sideways} px`);
    const name = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    for (const element of outlet.querySelectorAll('canvas, svg, .chart, .history-plot, h1, h2, p, dd, button, input')) {
      // A drawing may be larger than the window it is seen through.
      if (element.closest('.table-scroll, .sr-only, dialog, svg.clip') || element.classList.contains('sr-only'))
        continue;
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > width + 1 || box.left < -1))
        found.push(`${name(element)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width}`);
    }
    for (const row of outlet.querySelectorAll('.hero-row, .outlook')) {
      const inside = Math.max(
        ...Array.from(row.children, (part) => part.getBoundingClientRect().top + part.scrollHeight),
      );
      const below = Math.round(inside - row.getBoundingClientRect().bottom);
      if (below > 1) found.push(`${name(row)} holds words ${below} px below its end`);
    }
    // A figure that is cut off by its own box.
    for (const element of outlet.querySelectorAll('dd, .value, .hero-number, h1, h2, button')) {
      if (element.closest('.sr-only')) continue;
      const { overflowX } = getComputedStyle(element);
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        found.push(`${name(element)} is cut off`);
    }
    for (const { scrollWidth, clientWidth, ariaLabel } of outlet.querySelectorAll('.table-scroll')) {
      if (scrollWidth > clientWidth + 1) found.push(`"${ariaLabel}" takes ${scrollWidth} of ${clientWidth} px`);
    }
    for (const table of outlet.querySelectorAll('table')) {
      const heads = table.querySelectorAll('thead th').length;
      for (const row of table.querySelectorAll('tbody tr')) {
        if (row.children.length !== heads) found.push(`a row of ${row.children.length} cells under ${heads} heads`);
      }
    }
    return [...new Set(found)];
  }, within);

/** Words that stick out of the place they were given, into what stands beside them: other languages are longer than English. */
export const wordsOut = (page: Page, within = '.shell'): Promise<string[]> =>
  page.evaluate((whole) => {
    const PLACES =
      '.rail a, .header, .hero, .reading, .rain-panel, .outlook > *, .chart-head, .spoken, th, td, dt, dd, button, label, li, p, h1, h2, h3, section';
    const found: string[] = [];
    const walker = document.createTreeWalker(document.querySelector(whole)!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const text = node.textContent!.trim();
      const place = parent.closest(PLACES);
      if (!/\p{L}/u.test(text) || !place || parent.closest('svg, select, .sr-only, .table-scroll, [hidden]')) continue;
      if (getComputedStyle(parent).visibility === 'hidden') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width === 0) continue;
      const box = place.getBoundingClientRect();
      const outBy = Math.max(words.right - box.right, box.left - words.left);
      const EDGE_PX = 4;
      if (place.matches('button.button') && outBy > -EDGE_PX)
        found.push(`"${text}" is ${(-outBy).toFixed(1)} px from the edge of its button`);
      if (outBy > 1)
        found.push(`"${text}" is ${Math.round(outBy)} px wider than ${place.tagName.toLowerCase()}.${place.className}`);
      // Cut off with an ellipsis, or below the lower edge of what does not scroll.
      for (let around: Element | null = parent; around && !around.matches('.outlet'); around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        const sides = Math.max(words.right - edge.right, edge.left - words.left);
        if (overflowX !== 'visible' && sides > 1) found.push(`"${text}" is cut off by ${Math.round(sides)} px`);
        if (overflowY === 'hidden' && words.bottom - edge.bottom > 3)
          found.push(`"${text}" is cut off below by ${Math.round(words.bottom - edge.bottom)} px`);
      }
    }
    return [...new Set(found)];
  }, within);

/** Pairs of words that are painted over each other in the part of the page that is seen. */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST_PX = 3; // line boxes of neighbours touch; their ink does not
    const seen: { text: string; box: DOMRect; parent: Element }[] = [];
    const walker = document.createTreeWalker(document.querySelector('.shell, .far')!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === '' || parent.closest('.sr-only, .watermark, select, [hidden], .suggest')) continue;
      // Nor is anybody shown what is folded.
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        // Ink: without what its line box has above capitals and below the base line.
        const box = new DOMRect(line.x, line.y + line.height * 0.22, line.width, line.height * 0.56);
        if (box.width < 2 || box.bottom < 0 || box.top > innerHeight) continue;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const top = document.elementFromPoint(x, y);
        // Under a bar that lies over the view, or scrolled away: nobody sees it.
        if (top && !top.contains(parent) && !parent.contains(top) && top.closest('.rail, .header, .alarm-bar'))
          continue;
        seen.push({ text, box, parent });
      }
    }
    const found: string[] = [];
    seen.forEach((one, i) => {
      for (const other of seen.slice(i + 1)) {
        if (one.parent === other.parent || one.parent.contains(other.parent) || other.parent.contains(one.parent))
          continue;
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Large figures have tall line boxes: a third of the smaller one must be covered.
        const least = Math.max(LEAST_PX, Math.min(one.box.height, other.box.height) / 3);
        if (wide > LEAST_PX && high > least)
          found.push(`"${one.text}" and "${other.text}" overlap by ${Math.round(wide)} × ${Math.round(high)} px`);
      }
    });
    return [...new Set(found)];
  });
