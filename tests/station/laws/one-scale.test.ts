import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherTurn } from '../../../src/base/clock.ts';
import type { Station } from '../../../src/station/app/station.ts';
import { Diary, type DiaryState } from '../../../src/station/forecast/learners/diary.ts';
import { openReadOnly } from '../../../src/station/store/sqlite/database.ts';
import { board, copyOf, forgetPasts, pastUnder, type Settings, START_S, settingsOf } from '../../support/past.ts';
import { share } from '../../support/share.ts';
import { Bench } from '../../support/station.ts';

afterAll(forgetPasts);

/** A station that lives through a script, once with its changes of scale and once without, on the last scale from the start. */
class Life {
  private constructor(
    private bench: Bench,
    private readonly changes: boolean,
    private readonly outdoors: boolean,
  ) {}

  static async begun(settings: Settings, changes: boolean, outdoors: boolean): Promise<Life> {
    const life = new Life(new Bench(settingsOf(settings), START_S, pastUnder(settings)), changes, outdoors);
    await life.bench.build(board(outdoors)).start();
    return life;
  }

  get station(): Station {
    return this.bench.station;
  }

  hours(n: number): Promise<void> {
    return this.bench.clock.advance(n * 3_600_000);
  }

  /** A change of scale takes a sample at once; who is on that scale already takes one, too. */
  async change(make: (station: Station) => void): Promise<void> {
    if (this.changes) make(this.station);
    await this.station.sampleNow();
  }

  /** The settings are those of the whole life for who lives without changes. */
  async restart(settings: Settings): Promise<void> {
    await this.station.stop();
    await this.#goOnIn(this.bench.folder, this.changes ? settingsOf(settings) : this.bench.config);
  }

  /** The power fails right after a change, and comes back; who needs no change stops in order at that moment. */
  async failAfter(make: (station: Station) => void): Promise<void> {
    if (this.changes) make(this.station);
    await anotherTurn(); // in which everything is saved; who fails sooner loses the last minutes of every learner, too
    const folder = this.changes ? copyOf(this.bench.folder) : this.bench.folder;
    await this.station.stop();
    await this.#goOnIn(folder, this.bench.config);
  }

  async #goOnIn(folder: string, settings: unknown): Promise<void> {
    this.bench = new Bench(settings, this.bench.clock.nowS(), folder);
    await this.bench.build(board(this.outdoors)).start();
  }

  async levels(): Promise<Saved> {
    await this.station.stop();
    return savedLevels(this.bench.folder);
  }

  /** The scale that calibrations have made, as settings. */
  get scale(): Record<string, number> {
    const { thermal, humidity } = this.station.watch.nerd().compensators;
    return { k_prior: thermal.k, humidity_offset_prior: humidity.offset };
  }
}

interface Change {
  /** Of each an ordinary run plays one. */
  aspect: string;
  script(life: Life): Promise<void>;
  first?: Settings;
  /** The settings that make the last scale from the start, where no calibration does. */
  last?: Settings;
  outdoors?: boolean;
}

/** What a life with changes and one without them differ in. */
async function apart({ script, first = {}, last, outdoors = true }: Change): Promise<string[]> {
  const changed = await Life.begun(first, true, outdoors);
  await script(changed);
  const scale = last ?? { ...first, compensation: { ...first.compensation, ...changed.scale } };
  const untouched = await Life.begun(scale, false, outdoors);
  await script(untouched);
  return differences(await changed.levels(), await untouched.levels());
}

type Saved = Record<string, unknown>;

/** Every level that a station holds, as it was saved when it stopped. */
function savedLevels(folder: string): Saved {
  const db = openReadOnly(join(folder, 'weatherglass.db'));
  const rows = db.prepare<[], { name: string; state: string }>('SELECT name, state FROM learned').all();
  db.close();
  const states = new Map(rows.map(({ name, state }) => [name, JSON.parse(state) as Saved]));
  const { history, running, hourly } = states.get('forecast.recent') as Record<string, Saved>;
  const novelty = states.get('novelty')!;
  return {
    history,
    dayMean: running!['dayMean'],
    hourly,
    diary: diaryLevels(states.get('forecast.net')!['diary'] as DiaryState),
    climatology: states.get('forecast.climatology'),
    outlook: states.get('forecast.outlook'),
    rain: {
      climate: states.get('rain')!['climate'],
      // Of before and after a calibration people have heard other probabilities: those are scored as they were said.
      gauge: { ...states.get('rain-gauge'), pending: null },
      rows: states.get('rain')!['rows'],
      meanHpa: states.get('rain')!['meanHpa'],
    },
    novelty: { slow: novelty['slow'], sudden: novelty['sudden'], rows: novelty['rows'] },
  };
}

/** By full hours, oldest first. */
function diaryLevels(saved: DiaryState): Saved {
  const diary = Diary.fromJSON(saved);
  const hours = Array.from({ length: 5 * 24 }, (_, i) => diary.newest! - 5 * 24 + 1 + i);
  const series = ['temperature', 'humidity', 'pressure', 'cloud'] as const;
  return Object.fromEntries([
    ['entries', diary.entries],
    ...series.map((name) => [name, hours.map((hour) => String(diary.at(name, hour)))]),
  ]);
}

/** Where two of them differ by more than rounding; rates come out of filters whose noise is learned, and are no levels. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (/\.rates\./.test(path)) return [];
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a) / 100) ? [] : [`${path}: ${a} ≠ ${b}`];
  }
  if (typeof a === 'string' && typeof b === 'string' && a !== b && !path.startsWith('.diary')) {
    const [left, right] = [a, b].map((text) => [
      ...new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer),
    ]);
    return differences(left, right, path);
  }
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      differences((a as Saved)[key], (b as Saved)[key], `${path}.${key}`),
    );
  }
  return a === b ? [] : [`${path}: ${String(a)} ≠ ${String(b)}`];
}

function calibrate(station: Station, { degrees, points }: { degrees?: number; points?: number }): void {
  const { filters } = station.watch.nerd();
  const results = [
    degrees === undefined ? {} : station.calibration.calibrate(filters['temperature']!.level! + degrees),
    points === undefined ? {} : station.calibration.calibrateHumidity(filters['humidity']!.level! + points),
  ];
  for (const result of results) if ('error' in result) throw new Error(String(result.error));
}

/** One change, and a while after it. */
const calibrated =
  (hoursBefore: number, by: Parameters<typeof calibrate>[1], hoursAfter: number) =>
  async (life: Life): Promise<void> => {
    await life.hours(hoursBefore);
    await life.change((station) => calibrate(station, by));
    await life.hours(hoursAfter);
  };
const inSettings = (last: Settings): Pick<Change, 'script' | 'last'> => ({
  last,
  async script(life) {
    await life.hours(0.9);
    await life.restart(last);
    await life.hours(0.4);
  },
});
const withTraining = (when: 'before' | 'during' | 'after') => async (life: Life) => {
  await life.hours(0.5);
  const trained = { trained: true };
  if (when === 'before') expect(await life.station.forecasts.train(480)).toMatchObject(trained);
  const during = when === 'during' ? life.station.forecasts.train(480) : null;
  await life.change((station) => calibrate(station, { degrees: -7, points: 6 }));
  if (during) expect(await during).toMatchObject(trained);
  await life.hours(0.4);
  if (when === 'after') expect(await life.station.forecasts.train(480)).toMatchObject(trained);
};

const changes: Record<string, Change> = {
  temperature: { aspect: 'within the scale', script: calibrated(1.6, { degrees: -6 }, 0.7) },
  'humidity, into the end of its scale': { aspect: 'beyond it', script: calibrated(1.6, { points: 30 }, 0.7) },
  both: { aspect: 'within the scale', script: calibrated(1.6, { degrees: 4, points: -12 }, 0.7) },
  'after a reset, too': {
    aspect: 'several changes',
    async script(life) {
      await life.hours(0.6);
      await life.change((station) => calibrate(station, { degrees: -5, points: 8 }));
      await life.hours(0.6);
      await life.change((station) => station.calibration.resetCalibration());
      await life.change((station) => station.calibration.resetHumidityCalibration());
      await life.hours(0.3);
    },
  },
  'a changed k_prior and humidity_offset_prior in the settings': {
    aspect: 'in the settings',
    ...inSettings({ compensation: { k_prior: 0.2, humidity_offset_prior: 9 } }),
  },
  'the psychrometric term switched on in the settings': {
    aspect: 'in the settings',
    ...inSettings({ compensation: { psychrometric: true } }),
  },
  'another altitude in the settings': { aspect: 'in the settings', ...inSettings({ altitudeM: 480 }) },
  'with the psychrometric term on, where a temperature moves the humidity': {
    aspect: 'one moves the other',
    first: { compensation: { psychrometric: true } },
    script: calibrated(0.5, { degrees: -5 }, 0.5),
  },
  'five times in a row, while the first is still being worked in': {
    aspect: 'several changes',
    async script(life) {
      await life.hours(0.4);
      for (const degrees of [-3, 8, -2, 0.5, -6]) {
        await life.change((station) => calibrate(station, { degrees, points: -degrees }));
      }
      await life.hours(0.3);
    },
  },
  'when the power fails right after it': {
    aspect: 'power cut',
    outdoors: false, // without a gauge: the rain of samples that were not stored yet is lost with the power
    async script(life) {
      await life.hours(0.5);
      await life.failAfter((station) => calibrate(station, { degrees: -6, points: 5 }));
      await life.hours(0.5);
    },
  },
  'with a training before it': { aspect: 'within the scale', script: withTraining('before') },
  'with a training during it': { aspect: 'during a training', script: withTraining('during') },
  'with a training after it': { aspect: 'within the scale', script: withTraining('after') },
};

const played = share('changes of scale that equal one from the start', Object.entries(changes), ([, { aspect }]) => [
  aspect,
]);

describe('recalibrated equals calibrated from the start', () => {
  it.each(played)('%s', async (_, change) => expect(await apart(change)).toEqual([]));
});
