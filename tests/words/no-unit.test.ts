import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/base/languages.ts';
import { sentence } from '../../src/words/sentence.ts';
import { speakerOf } from '../../src/words/speakers.ts';

describe('a quantity without a unit', () => {
  it.each(LANGUAGES)('has no blank in its place: %s', async (language) => {
    const speaker = await speakerOf(language);
    for (const said of [
      sentence('import.doubt', { quantity: 'UV', least: 0, most: 40, unit: '', hint: 'none' }),
      sentence('alarm.level', { title: 'UV', value: 6, unit: '', side: 'above', threshold: 5 }),
      sentence('alarm.change', { title: 'UV', way: 'rises', value: 3, unit: '', overS: 3600 }),
      sentence('alarm.chance', { title: 'UV', side: 'above', percent: 70, limit: 5, unit: '', hour: 18 }),
    ])
      expect(speaker.say(said)).not.toMatch(/ [.,،]| {2}| $/);
  });

  it('reads as it is spoken', () => {
    const { detail } = sentence('import.doubt', { quantity: 'UV index', least: 0, most: 40, unit: '', hint: 'none' });
    expect(detail).toBe('UV index: 0 to 40. Impossible values are left out.');
  });
});
