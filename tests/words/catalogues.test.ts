import { describe, expect, it } from 'vitest';
import { catalogue } from '../../scripts/locales.ts';
import { LANGUAGES, type Language } from '../../src/base/languages.ts';
import { type Code, type Sentence, sentence } from '../../src/words/sentence.ts';
import { speakerOf } from '../../src/words/speakers.ts';

import { SAMPLES } from './samples.ts';

const CODES = Object.keys(SAMPLES) as Code[];
const inEnglish = (code: Code): string =>
  (sentence as (code: Code, given: unknown) => Sentence)(code, SAMPLES[code]).detail;

/** Texts and whole numbers that a sentence was made of; names of SAMPLES have a figure, the words a message chooses by have none. */
const leavesOf = (given: unknown): string[] =>
  typeof given === 'object' && given !== null
    ? Object.values(given).flatMap(leavesOf)
    : [typeof given === 'number' ? String(Math.floor(given)) : String(given)];

/** Marks of direction are no words. */
const bare = (text: string): string => text.replaceAll(/[\u200e\u2066\u2069]/g, '');
const digits = (text: string): string => bare(text).replaceAll(/(?<=\d)[.,\s\u202f\u00a0](?=\d{3}(?!\d))/g, '');

/** A name, a number or a word that languages share. */
const SAME =
  /^(settings\.and|label\.refused|alarm-message\.title|waiting\.error|chip\.failed|doctor\.(title\..*|heat\.fine|board\.source|fix)|methods\.(param|term|value)\..*)$/;

describe.each(LANGUAGES)('the words of %s', (language) => {
  it('hold every sentence, and nothing but text', async () => {
    const speaker = await speakerOf(language);
    const isOfLines = (code: Code): boolean => code.startsWith('report.head.');
    const own = catalogue(language);
    for (const code of CODES.filter((one) => `station.${one}` in own)) {
      const words: Sentence = { detail: inEnglish(code), said: { code, given: SAMPLES[code] } };
      const told = speaker.say(words);
      if (!/^field\.(?:pin|range)$/.test(code)) expect(told, code).not.toMatch(/\b(undefined|null|NaN)\b|\[object|#/);
      if (!isOfLines(code)) expect(told, code).not.toContain('\n');
      if (language !== 'en' && !SAME.test(code)) expect(told, code).not.toBe(words.detail);
      const shown = leavesOf(SAMPLES[code]).filter((value) => /\d/.test(value) && digits(words.detail).includes(value));
      for (const value of shown) expect(digits(told), code).toContain(value);
    }
  });

  it('leave what is not theirs as it is', async () => {
    const speaker = await speakerOf(language);
    const detail = 'kept as it is';
    for (const said of [null, { code: 'of.tomorrow', given: {} }, { code: 'toString', given: {} }])
      expect(speaker.say({ detail, said })).toBe(detail);
    // From a bad card, or of a program that knew less.
    expect(speaker.say({ detail, said: { code: 'probe.crowd', given: {} } })).toBe(detail);
    expect(speaker.say({ detail, said: { code: 'probe.crowd', given: 5 as unknown as object } })).toBe(detail);
  });
});

it('counts as each language does', async () => {
  const rows = async (language: Language, n: number) =>
    bare((await speakerOf(language)).say({ detail: '', said: { code: 'doctor.inputs.heard', given: { n } } }));
  expect(await rows('de', 1)).toMatch(/^1 Sender meldet$/);
  expect(await rows('pl', 1)).toMatch(/^1 nadajnik wysyła$/);
  expect(await rows('pl', 3)).toMatch(/^3 nadajniki wysyłają$/);
  expect(await rows('pl', 12)).toMatch(/^12 nadajników wysyła$/);
  expect(await rows('nl', 1)).toMatch(/^1 zender meldt zich$/);
  expect(await rows('da', 3)).toMatch(/^3 sendere melder sig$/);
  expect(await rows('ar', 1)).toMatch(/^مرسل واحد يرسل$/);
  expect(await rows('ar', 2)).toMatch(/^مرسلان يرسلان$/);
  expect(await rows('ar', 7)).toMatch(/^7 مرسلات ترسل$/);
  expect(await rows('ar', 100)).toMatch(/^100 مرسل يرسل$/);
  // In French nothing is one, too; millions are a form of their own in Romance languages, and take the plural here.
  for (const n of [0, 1]) expect(await rows('fr', n)).toBe(`${n} émetteur envoie`);
  expect(await rows('fr', 2)).toMatch(/^2 émetteurs envoient$/);
  expect(await rows('es', 0)).toMatch(/^0 emisores informan$/);
  expect(await rows('es', 1)).toMatch(/^1 emisor informa$/);
  expect(await rows('es', 2_000_000)).toMatch(/^2\u202f000\u202f000 emisores informan$/);
  expect(await rows('it', 1)).toMatch(/^1 trasmettitore invia$/);
  expect(await rows('it', 2)).toMatch(/^2 trasmettitori inviano$/);
  expect(await rows('de', 1234)).toMatch(/^1234 Sender melden$/);
});

it('counts what a rescue could not bring back, and the rows among which one has changed', async () => {
  const said = async (language: Language, words: Sentence) => bare((await speakerOf(language)).say(words));
  const lost = (language: Language, table: string, rows: number) =>
    said(
      language,
      sentence('database.salvaged', {
        ...{ damage: 'x', rows: 9, backup: null, fromBackup: 0, rebuilt: [], aside: null, kept: 'file' },
        loss: [{ table, rows, spans: [], more: 0, names: [] }],
      }),
    );
  expect(await lost('en', 'sample', 1)).toMatch(/ Lost: 1 reading\.$/);
  expect(await lost('en', 'hourly', 1)).toMatch(/ Lost: 1 reading stored as an hourly mean\.$/);
  expect(await lost('en', 'event', 3)).toMatch(/ Lost: 3 events\.$/);
  expect(await lost('de', 'sample', 1)).toMatch(/ Verloren: 1 Messwert\.$/);
  expect(await lost('nl', 'label', 1)).toMatch(/ Verloren: 1 waarneming\.$/);
  expect(await lost('da', 'calibration', 1)).toMatch(/ Tabt: 1 kalibrering\.$/);
  const changed = (language: Language, doubtful: number) =>
    said(language, sentence('database.rows-changed', { healed: 0, doubtful, fromTs: 0, untilTs: 3600 }));
  expect(await changed('en', 1)).toContain(' 1 row could not be repaired');
  expect(await changed('en', 120)).toContain(' At least one of 120 rows could not be repaired');
  expect(await changed('pl', 3)).toContain(' jeden z 3 wierszy ');
  expect(await changed('ar', 2)).toContain(' من بين صفين،');
});

it('says a reason that is a refusal of ours in the same language', async () => {
  const why = { code: 'training.too-little-minutes', given: { hours: 12, minutes: 5 } };
  const { say } = await speakerOf('de');
  expect(say({ detail: '', said: { code: 'training.nothing', given: { why } } })).toBe(
    'Kein Training: Ein Training braucht Messwerte aus 12 Stunden, bisher sind es 5 Minuten',
  );
});

it('keeps a sign in front of its number, from right to left too', async () => {
  const given = { parts: [{ name: 'temperature_change_15m', value: -7.5, unit: '°C' }] };
  const said = { code: 'novelty.sudden', given } as const;
  expect((await speakerOf('ar')).say({ detail: '', said })).toContain('\u2066\u200e\u22127.5 °C\u2069');
  expect((await speakerOf('da')).say({ detail: '', said })).toContain(' \u22127,5 °C');
});

it('lets whatever is Latin in an Arabic sentence go its own way from end to end, in every sentence there is', async () => {
  const { say } = await speakerOf('ar');
  const told = CODES.map((code) => say({ detail: '', said: { code, given: SAMPLES[code] } }));
  for (const one of told) {
    const outside = one.replaceAll(/\u2066[^\u2066\u2069]*\u2069/g, '');
    expect(outside, one).not.toMatch(/[\p{Script=Latin}°%\u2212/\u2066\u2069]|\d-|-\d/u);
    expect((outside.match(/\(/g) ?? []).length, one).toBe((outside.match(/\)/g) ?? []).length);
  }
});

it('marks Latin names, figures with their units, paths and commands in Arabic, and neither brackets nor what ends a sentence', async () => {
  const { withLatinRuns } = await import('../../src/words/latin-runs.ts');
  const marked = (one: string): string => withLatinRuns(one).replaceAll('\u2066', '[').replaceAll('\u2069', ']');
  expect(marked('الحرارة 21.4 °C.')).toBe('الحرارة [21.4 °C].');
  expect(marked('من \u200e−55 إلى 125 °C: قليلة')).toBe('من [\u200e−55] إلى [125 °C]: قليلة');
  expect(marked('يُفعَّل I2C (dtparam=i2c_arm=on في /boot/firmware/config.txt) ثم')).toBe(
    'يُفعَّل [I2C] ([dtparam=i2c_arm=on] في [/boot/firmware/config.txt]) ثم',
  );
  expect(marked('ناقل I2C: sudo usermod -aG i2c "$USER" ثم')).toBe('ناقل [I2C: sudo usermod -aG i2c "$USER"] ثم');
  expect(marked('فشل (ECONNRESET)، وعدد 1,234 صفًّا')).toBe('فشل [(ECONNRESET)]، وعدد 1,234 صفًّا');
  expect(marked('المحطة Zürich - البيت')).toBe('المحطة [Zürich] - البيت');
  expect(marked('قيل: "no such station" هنا')).toBe('قيل: ["no such station"] هنا');
  expect(marked('قيل: "no (such station" هنا')).toBe('قيل: "[no] ([such station]" هنا');
  expect(marked('قيل: rack (19" wide) هنا')).toBe('قيل: [rack] (19" [wide]) هنا');
});

it('marks what somebody else said however long it is, and be it of brackets and full stops alone', async () => {
  const { withLatinRuns } = await import('../../src/words/latin-runs.ts');
  const odd = [...'()".'].map((sign) => `a${sign.repeat(200_000)}b`).join('');
  expect(withLatinRuns(odd).replaceAll(/[\u2066\u2069]/g, '')).toBe(odd);
});

it('writes dates with the month as a word where figures would be turned round, and 24 hours in every language', async () => {
  const said = { code: 'clock.holding', given: { clockTs: 1_795_277_100, why: 'behind' } } as const;
  expect(bare((await speakerOf('ar')).say({ detail: '', said }))).toContain('21 نوفمبر 2026 في 16:05 UTC');
  for (const language of LANGUAGES.filter((one) => one !== 'en'))
    expect((await speakerOf(language)).say({ detail: '', said })).toMatch(/16[:.]05/);
});

it('writes dates and clocks by the region, in the zone of the station', async () => {
  const said = { code: 'clock.holding', given: { clockTs: 1_795_277_100, why: 'behind' } } as const;
  const zone = 'Europe/Copenhagen';
  const told = async (locale: string) => bare((await speakerOf(locale, zone)).say({ detail: '', said }));
  expect(await told('en-US')).toMatch(/Nov 21, 2026, 5:05\sPM /);
  expect(await told('en')).toContain('21 Nov 2026, 17:05 ');
  expect(await told('de-AT')).toContain('21.11.2026, 17:05 ');
  expect(await told('en')).not.toContain('UTC');
});

it('writes the hour of a chance by the region, whatever the zone of the station', async () => {
  const given = { title: 'Frost tonight', side: 'below', percent: 60, limit: 0, unit: '°C', hour: 8 };
  const told = async (locale: string) =>
    bare((await speakerOf(locale, 'Asia/Kolkata')).say({ detail: '', said: { code: 'alarm.chance', given } }));
  expect(await told('en-US')).toMatch(/before 8:00\sAM$/);
  expect(await told('en')).toMatch(/before 08:00$/);
  expect(await told('de-AT')).toContain('vor 08:00 unter');
  expect(await told('da')).toMatch(/før kl. 08.00$/);
});
