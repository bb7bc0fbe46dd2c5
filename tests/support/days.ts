import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { commitHash } from './commit.ts';

/** Another day than today, where programs and tests live on it. */
export interface Day {
  date: string;
  zone: string;
  what: string;
  /** Stations of the tests stand north of the polar circle (tests/support/real-station.ts): a sun that never rises, or never sets. */
  north: boolean;
}

const day = (date: string, zone: string, what: string, north = false): Day => ({ date, zone, what, north });

export const DAYS: readonly Day[] = [
  day('2027-01-01T00:30:00Z', 'Europe/Berlin', 'New Year'),
  day('2028-02-29T12:00:00Z', 'Asia/Kolkata', 'leap day'),
  day('2027-03-28T00:58:00Z', 'Europe/Berlin', 'two minutes before summer time'),
  day('2027-10-31T00:58:00Z', 'Europe/Berlin', 'two minutes before the hour that comes twice'),
  day('2027-11-07T05:58:00Z', 'America/New_York', 'the hour that comes twice, in America'),
  day('2026-12-31T23:50:00Z', 'UTC', 'ten minutes before New Year'),
  day('2030-06-15T09:00:00Z', 'Pacific/Auckland', 'far ahead'),
  day('2027-02-01T08:00:00Z', 'UTC', 'a Monday, the first of a month'),
  day('2027-02-28T20:00:00Z', 'America/New_York', 'a Sunday, the last of a month'),
  day('2026-12-21T11:00:00Z', 'Pacific/Auckland', 'polar night in Tromsø', true),
  day('2027-06-21T23:00:00Z', 'Asia/Kolkata', 'midnight sun in Tromsø', true),
  day('2027-08-15T03:33:00Z', 'America/New_York', 'nothing in particular'),
];

const TROMSO = '69.65,18.96';
export const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

/**
 * Environment of a program that lives on a day: libfaketime moves its wall clock and that of every program it starts, by one offset for all;
 * steady time goes on. Throws where a program would not see the day, for nothing would be proven.
 */
export function environmentOf({ date, zone, north }: Day): Record<string, string> {
  if (FAKETIME === undefined) throw new Error('tests on other days need libfaketime: sudo apt-get install faketime');
  const offsetS = Math.round((Date.parse(date) - Date.now()) / 1000); // now: how far the day is away
  const env = {
    TZ: zone,
    LD_PRELOAD: FAKETIME,
    FAKETIME: `${offsetS < 0 ? '' : '+'}${offsetS}`,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    ...(north && { WEATHERGLASS_TEST_PLACE: TROMSO }),
  };
  const asked = { env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], asked); // now: whether a program sees the day
  if (!(Math.abs(Number(stdout) - Date.parse(date)) < 60_000))
    throw new Error(`a program that starts on ${date} does not see that day`);
  return env;
}

/** Two of the days, which differ from commit to commit and are the same for everybody who plays this one. */
function drawn(): [Day, Day] {
  const hash = commitHash();
  const first = Number.parseInt(hash.slice(0, 8), 16) % DAYS.length;
  const step = 1 + (Number.parseInt(hash.slice(8, 16), 16) % (DAYS.length - 1));
  return [DAYS[first]!, DAYS[(first + step) % DAYS.length]!];
}

/**
 * Two days in place of today where `WEATHERGLASS_TEST_DAYS` asks for them: `drawn`, as the gate does, or two dates of the list, as each run of
 * `npm run test:night` does. They are said on the terminal, so that a failure can be repeated.
 */
export function askedDays(): [Day, Day] | null {
  const asked = process.env['WEATHERGLASS_TEST_DAYS'];
  if (asked === undefined) return null;
  if (asked === 'drawn') return drawn();
  const [first, second] = asked.split(',').map((date) => DAYS.find((day) => day.date.startsWith(date)));
  if (first && second) return [first, second];
  throw new Error(
    `WEATHERGLASS_TEST_DAYS is "drawn", or two of the dates of ${import.meta.filename} with a comma, and not "${asked}"`,
  );
}
