import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/problems.ts';
import { isNoticeText } from '../../src/contract/fleet-notice.ts';
import { AdoptBody } from '../../src/contract/inputs.ts';

/** Bidirectional controls, by the ranges of UAX #9. */
const TURNS = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];

const config = (name: string, title: string) => {
  const own = { id: 'own', title, quantity: 'windGustMs', when: 'above', on: 15, off: 12 };
  return parseConfig({ site: { name }, alarms: { rules: [own] } });
};

describe('a title of an alarm, the name of the station or of a sensor', () => {
  it.each(TURNS.map((code) => [`U+${code.toString(16).padStart(4, '0')}`, String.fromCodePoint(code)]))(
    'has no %s, which would turn the rest of a mail, a payload or a line of the log',
    (_name, turn) => {
      const parsed = config(`${turn}Garden`, `Storm ${turn}txt.exe`);
      if ('problems' in parsed) expect.fail(parsed.problems.map(({ detail }) => detail).join());
      expect(parsed.config.site.name).toBe('Garden');
      expect(parsed.config.alarms.rules[0]!.title).toBe('Storm txt.exe');
      expect(AdoptBody.parse({ name: `Shed${turn}` }).name).toBe('Shed');
      expect(isNoticeText(`Holiday${turn}`)).toBe(false);
    },
  );

  it('is a line with something to see, in any script', () => {
    expect(config('محطة الحديقة', 'می‌وزد 👩‍🌾')).toMatchObject({
      config: { site: { name: 'محطة الحديقة' }, alarms: { rules: [{ title: 'می‌وزد 👩‍🌾' }] } },
    });
    for (const [name, title] of [
      ['\u202e', 'Storm'],
      ['Garden', '\u200f\u202e'],
      ['Garden', 'two\nlines'],
    ] as const)
      expect(config(name, title)).toMatchObject({ problems: [expect.anything()] });
  });
});
