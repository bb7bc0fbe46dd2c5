import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fold } from '../../src/renderer/dashboard/first-run/place/fold.ts';

vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } });
afterAll(() => vi.unstubAllGlobals());
vi.mock('../../src/renderer/kit/data/station.ts', () => ({ getText: () => Promise.reject(new Error('not here')) }));
const { townsOf } = await import('../../src/renderer/dashboard/first-run/place/towns.ts');
const { qrCode } = await import('../../src/base/qr.ts');

const root = join(import.meta.dirname, '../..');
const towns = townsOf(readFileSync(join(root, 'static/towns/towns.txt'), 'utf8'));
const names = (typed: string) => towns.search(typed, 8).map(({ name, country }) => `${name} ${country}`);

describe('the towns', () => {
  it.each([
    ['munch', 'Munich DE'],
    ['Munchen', 'Munich DE'],
    ['muenchen', 'Munich DE'],
    ['München', 'Munich DE'],
    ['kobenh', 'Copenhagen DK'],
    ['København', 'Copenhagen DK'],
    ['wien', 'Vienna AT'],
    ['warszawa', 'Warsaw PL'],
    ['zuerich', 'Zürich CH'],
    ['nurnb', 'Nürnberg DE'],
    ['lodz', 'Łódź PL'],
    ['springf', 'Springfield US MO'],
    ['san fran', 'San Francisco US CA'],
  ])('are found as people write them: %s', (typed, first) => {
    expect(names(typed)[0]).toBe(first);
  });

  it('are ranked by their people, and where no name begins so, by a later word', () => {
    expect(names('paris')[0]).toBe('Paris FR');
    expect(names('york')).toContain('New York City US NY');
    expect(names('')).toEqual([]);
    expect(names('qqq')).toEqual([]);
  });

  it('know where they lie, how high, and by which clock they live', () => {
    expect(towns.search('zurich', 1)[0]).toMatchObject({ latitude: 47.37, longitude: 8.55, timezone: 'Europe/Zurich' });
    expect(towns.search('denver', 1)[0]!.altitudeM).toBeGreaterThan(1500);
    expect(towns.search('la paz', 1)[0]!.altitudeM).toBeGreaterThan(3000);
    for (const { timezone } of towns.search('sa', 500))
      expect(() => Intl.DateTimeFormat('en', { timeZone: timezone })).not.toThrow();
  });

  it('are near to every place, also over the line where the days meet', () => {
    expect(towns.nearest(48.1, 11.5)!.timezone).toBe('Europe/Berlin');
    expect(towns.nearest(-16.8, -179.9)!.country).toBe('FJ');
  });
});

it('letters are folded, by one function for the page and for the table of towns', () => {
  expect(readFileSync(join(root, 'scripts/towns.mjs'), 'utf8')).toContain('place/fold.ts');
  expect(fold('  Saint-Étienne ')).toBe('saint etienne');
});

/** Made with another program (the npm package qrcode-generator): squares row by row as one number, base 36. Which mask it took is its own affair. */
const VECTORS = JSON.parse(readFileSync(join(import.meta.dirname, 'support/qr-vectors.json'), 'utf8')) as Record<
  string,
  string
>;

describe('the QR code', () => {
  it.each(Object.entries(VECTORS))('of %s is the one that another program draws', (text, squares) => {
    const drawn = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) =>
      BigInt(
        `0b${qrCode(text, mask)!
          .map((row) => row.map(Number).join(''))
          .join('')}`,
      ).toString(36),
    );
    expect(drawn).toContain(squares);
    expect(drawn).toContain(
      BigInt(
        `0b${qrCode(text)!
          .map((row) => row.map(Number).join(''))
          .join('')}`,
      ).toString(36),
    );
  });
  it('of what is too long for it is none', () => {
    expect(qrCode('x'.repeat(213))).not.toBeNull();
    expect(qrCode('x'.repeat(214))).toBeNull();
  });
});
