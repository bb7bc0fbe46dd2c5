import { describe, expect, it } from 'vitest';
import { ownArguments, parseArguments } from '../../src/main/arguments.ts';
import { stationOptions } from '../../src/main/settings/settings.ts';
import fc from '../support/drawn.ts';

const options = {
  ...stationOptions,
  lat: { type: 'string' },
  lon: { type: 'string' },
  rain: { type: 'boolean' },
} as const;
const parse = (...args: string[]) => parseArguments(args, { command: 'backtest', options, words: ['FILE'] });

describe('the command line', () => {
  it('takes a negative number as a word of its own, wherever a number may stand', () => {
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), fc.boolean(), (lon, plain) => {
        const text = plain ? lon.toFixed(2) : String(lon);
        expect(parse('--lat', '-33.9', '--lon', text, 'x.csv').values).toMatchObject({ lat: '-33.9', lon: text });
        expect(parse('x.csv', '--lon', text).words).toEqual(['x.csv']);
      }),
    );
    expect(parse('x.csv', '--lon', '-.5').values.lon).toBe('-.5');
  });

  it.each([
    [['x.csv', '--prot', '9301'], 'weatherglass backtest has no option --prot; did you mean --port?'],
    [['x.csv', '--zzzzzzzz'], 'has no option --zzzzzzzz; it knows --config --data'],
    [['x.csv', '-p'], 'has no option -p'],
    [
      ['-p'],
      'has no option -p; it knows --config --data --host --port --source --speed --demo --lat --lon --rain. Put -- before a word',
    ],
    [
      ['x.csv', '--data', '--source', 'simulator'],
      '--data needs a value, but "--source" follows, which looks like an option',
    ],
    [['x.csv', '--data'], /--data needs a value, but none follows\.$/],
    [['x.csv', '--data', ''], '--data is empty'],
    [['x.csv', '--data='], '--data is empty'],
    [['x.csv', '--rain=yes'], '--rain takes no value'],
    [[], 'weatherglass backtest takes FILE; none was given'],
    [['a', 'b'], 'takes FILE; "a" "b" was given (put a value of several words in quotes)'],
    [[''], 'FILE is empty'],
  ])('refuses %j', (args, sentence) => {
    expect(() => parse(...args)).toThrow(sentence);
  });

  it('lets a file begin with a dash after two dashes', () => {
    expect(parse('--', '-odd.csv').words).toEqual(['-odd.csv']);
  });

  it('never throws anything but a sentence, whatever is typed', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--', '-', '--data', '--port=', '--no-data', '-x', '--data=a', '---'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        try {
          parse(...args);
        } catch (error) {
          expect((error as Error).constructor.name).toBe('UsageError');
          expect((error as Error).message).not.toContain('\n    at ');
        }
      }),
    );
  });
});

it('of Electron’s arguments only our own are read, and those as strictly', () => {
  const args = ['--enable-logging', '--data', '--source', 'simulator', '--ozone-platform=wayland', '--port=81', 'word'];
  expect(ownArguments(args, stationOptions)).toEqual(['--data', '--source', '--port=81']);
  expect(() =>
    parseArguments(ownArguments(args, stationOptions), { command: 'kiosk', options: stationOptions }),
  ).toThrow('--data needs a value, but "--source" follows');
});
