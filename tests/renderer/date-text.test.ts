import { describe, expect, it } from 'vitest';
import { CHOICES } from '../../src/base/languages.ts';
import { tagOf } from '../../src/messages/number.ts';
import { dateText } from '../../src/renderer/dashboard/history/date-text.ts';
import fc from '../support/drawn.ts';

const moments = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 16));

describe('a date as its region writes it', () => {
  it('is read as it was written, in every language, with 12 hours and with 24', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHOICES, 'en-CA', 'sv-SE', 'en-AU'),
        fc.boolean(),
        moments,
        (tag, isTwelve, moment) => {
          const [day, clock] = [dateText(tagOf(tag), false, isTwelve), dateText(tagOf(tag), true, isTwelve)];
          expect(day.read(day.write(moment.slice(0, 10)))).toBe(moment.slice(0, 10));
          expect(clock.read(clock.write(moment))).toBe(moment);
        },
      ),
    );
  });
  it('has the month first in the United States, and the day first in Germany', () => {
    expect(dateText('en-US', false, true).write('2026-03-04')).toBe('03/04/2026');
    expect(dateText('de', true, false).write('2026-03-04T15:12')).toBe('04.03.2026, 15:12');
    expect(dateText('en-US', true, true).read('3/4/26 3:12pm')).toBe('2026-03-04T15:12');
    expect(dateText('de', false, false).read('1.1.0001')).toBe('0001-01-01');
    expect(dateText('en-US', true, true).read('3/4/2026, 12:05 a.m.')).toBe('2026-03-04T00:05');
  });
  it('is read in the order of ISO 8601 where the year stands first, and in Arabic figures', () => {
    for (const tag of ['de', 'en-US', 'ar-u-nu-latn']) {
      expect(dateText(tag, false, false).read('2026-11-21')).toBe('2026-11-21');
    }
    expect(dateText(tagOf('ar'), false, false).read('٢١/١١/٢٠٢٦')).toBe('2026-11-21');
  });
  it('that is none is empty', () => {
    const { read, write } = dateText('de', true, false);
    for (const text of [
      '',
      'gestern',
      '31.11.2026, 10:00',
      '1.1.2026, 24:00',
      '1.1.2026, 10:60',
      '1.1.2026',
      '1.1.2026, 1:2:3',
      '1.1.202, 10:00',
    ]) {
      expect(read(text), text).toBe('');
    }
    expect(write('')).toBe('');
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(read(text)).toMatch(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})?$/);
      }),
    );
  });
});
