import type { Page } from 'playwright-core';

/** Ink of a text in the style of an element: rows and columns that differ from the ground, counted in a picture of the screen. */
export async function inkOf(page: Page, selector: string, text: string): Promise<{ height: number; width: number }> {
  const box = await page.evaluate(
    ([selector, text]) => {
      const [element] = document.querySelectorAll<HTMLElement>(selector!);
      const style = getComputedStyle(element!);
      const probe = document.createElement('div');
      probe.id = 'ink-probe';
      probe.textContent = text!;
      Object.assign(probe.style, {
        position: 'fixed',
        left: '40px',
        top: '40px',
        padding: '40px',
        zIndex: '999',
        background: '#fff',
        color: '#000',
        lineHeight: '1',
        fontFamily: style.fontFamily,
        fontSize: style.fontSize,
        fontWeight: style.fontWeight,
      });
      document.body.append(probe);
      const { x, y, width, height } = probe.getBoundingClientRect();
      return { x, y, width, height };
    },
    [selector, text],
  );
  const { rows, columns } = await inkIn(page, box);
  await page.evaluate(() => document.getElementById('ink-probe')!.remove());
  const span = (of: number[]): number => (of.length === 0 ? 0 : of.at(-1)! - of[0]! + 1);
  return { height: span(rows), width: span(columns) };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Rows and columns of a picture that are darker than the middle. */
async function inkIn(page: Page, clip: Box): Promise<{ rows: number[]; columns: number[] }> {
  const png = await page.screenshot({ clip });
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const isInk = (x: number, y: number): boolean => data[4 * (y * width + x)]! < 128;
    return {
      rows: [...Array(height).keys()].filter((y) => [...Array(width).keys()].some((x) => isInk(x, y))),
      columns: [...Array(width).keys()].filter((x) => [...Array(height).keys()].some((y) => isInk(x, y))),
    };
  }, png.toString('base64'));
}

/** Free pixels between the ink of an element and the foot of the row that holds it, by day. */
export async function gapBelow(page: Page, selector: string, row: string): Promise<number> {
  const [ink, under] = await page.evaluate(
    (names) => names.map((name) => document.querySelector(name)!.getBoundingClientRect().toJSON() as DOMRect),
    [selector, row],
  );
  const clip = { x: ink!.x, y: under!.y, width: ink!.width, height: under!.height - 2 };
  const { rows } = await inkIn(page, clip);
  return clip.height - 1 - (rows.at(-1) ?? 0);
}
