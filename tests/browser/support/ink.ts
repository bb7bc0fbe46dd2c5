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
  const png = await page.screenshot({ clip: box });
  const size = await page.evaluate(async (base64) => {
    document.getElementById('ink-probe')!.remove();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const isInk = (x: number, y: number): boolean => data[4 * (y * width + x)]! < 128;
    const rows = [...Array(height).keys()].filter((y) => [...Array(width).keys()].some((x) => isInk(x, y)));
    const columns = [...Array(width).keys()].filter((x) => [...Array(height).keys()].some((y) => isInk(x, y)));
    const span = (of: number[]): number => (of.length === 0 ? 0 : of.at(-1)! - of[0]! + 1);
    return { height: span(rows), width: span(columns) };
  }, png.toString('base64'));
  return size;
}
