import { expect, it } from 'vitest';
import { oneByte } from '../../scripts/one-byte.ts';

const meant = (code: string): Promise<object> => import(`data:text/javascript,${encodeURIComponent(code)}`);

it('a built file has one byte a letter and means the same, but for raw text and languages, which stay', async () => {
  const code = [
    "export const texts = ['12 °C – 𝄞', `½\u2028`, '\\\\°'];",
    "export const found = ['–', '°', '𝄞', 'C'].filter((letter) => /[°–𝄞]/u.test(letter));",
    "export const names = Object.keys({ 'W/m²': 0 });",
  ].join('\n');
  const built = oneByte(code);
  expect(built).toMatch(/^[\0-\x7f]+$/);
  expect({ ...(await meant(built)) }).toEqual({ ...(await meant(code)) });
  for (const kept of [
    "export const said = '\\°';",
    'export const raw = String.raw`°`;',
    "export const said = 'درجة الحرارة خارج المنزل';",
  ])
    expect(oneByte(kept)).toBe(kept);
});
