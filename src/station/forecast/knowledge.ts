import { HOUR_S } from '../../base/durations.ts';
import type { Steps } from '../../base/steps.ts';
import { messageOf } from '../../base/system-error.ts';
import type { Target } from '../../contract/names.ts';
import { restored, type Saved, savedState } from '../../maths/codec.ts';
import { sentence } from '../../words/sentence.ts';
import type { Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { TickRow } from '../tick.ts';
import { SelfAsked } from './chance/self-asked.ts';
import { Climate, type ClimateState } from './climate/climate.ts';
import { type HeadKey, headName } from './grid.ts';
import { Heads, type SavedHead } from './heads/heads.ts';
import { type HistoryState, TickHistory } from './learners/history.ts';
import type { NetExpert, NetExpertState } from './learners/net-expert.ts';
import { RunningMeans, type RunningState } from './learners/running.ts';
import type { TypicalTable } from './learners/typical.ts';
import { TYPICAL } from './learners/typical-table.ts';
import { Guard, type GuardState, without } from './spike-guard.ts';

/** Layouts of the saved components. One without a migration is left out, and learned again from the record. */
export const VERSIONS = { recent: 3, climatology: 1, outlook: 1, chance: 1, net: 1, head: 2 };

/** Answers null for what was never saved. */
export type Load = (name: string, version: number) => unknown;

interface RecentState {
  history: HistoryState;
  running: RunningState;
  guard: GuardState;
  hourly: ClimateState['hourly'];
  epochs: Record<Target, number>;
}

/** Learned state of the forecast engine, which a restart restores: the last day, climatology, and the heads. */
export class Knowledge {
  readonly heads: Heads;
  climate: Climate;
  history: TickHistory;
  running: RunningMeans;
  guard: Guard;
  chances: SelfAsked;
  /** Epoch of each target; forecasts of an earlier epoch are void. */
  epochs: Record<Target, number> = { temperature: 0, humidity: 0, pressure: 0 };
  /** A restart found no learned state for some of the heads. */
  hasFreshHeads = false;

  constructor(
    readonly stepS: number,
    dayOffsetS: number,
    seasons: number,
    readonly net: NetExpert,
    typical: TypicalTable = TYPICAL,
  ) {
    this.heads = new Heads(stepS, seasons, typical);
    this.climate = new Climate(dayOffsetS);
    this.history = new TickHistory(stepS);
    this.running = new RunningMeans(stepS);
    this.guard = new Guard(stepS);
    this.chances = new SelfAsked(stepS);
  }

  /** All but the heads, each made when it is asked for. */
  *small(): Generator<Remembered> {
    const { history, running, guard, climate, epochs } = this;
    const recent: RecentState = {
      history: savedState(history),
      running: savedState(running),
      guard: savedState(guard),
      hourly: savedState(climate.hourly),
      epochs: { ...epochs },
    };
    yield { name: 'forecast.recent', version: VERSIONS.recent, state: recent };
    yield { name: 'forecast.climatology', version: VERSIONS.climatology, state: savedState(climate.climatology) };
    yield { name: 'forecast.outlook', version: VERSIONS.outlook, state: savedState(climate.outlook) };
    yield { name: 'forecast.chance', version: VERSIONS.chance, state: savedState(this.chances) };
  }

  /** The heads, and the net with its diary. */
  *big(): Generator<Remembered> {
    yield { name: 'forecast.net', version: VERSIONS.net, state: this.net.toJSON() };
    for (const key of this.heads.keys) yield { name: nameOf(key), version: VERSIONS.head, state: this.heads.save(key) };
  }

  /** Restores saved state. A component that does not fit starts from its prior, with one event; the others are kept. */
  *restoring(load: Load, report: Report): Steps<void> {
    /** False when there was nothing that could be used. Reading a head and furnishing it take milliseconds each, so each is a step. */
    function* component<S>(part: keyof typeof VERSIONS, use: (saved: S) => void, name = `forecast.${part}`) {
      const saved = load(name, VERSIONS[part]) as S | null;
      yield;
      if (saved === null) return false;
      try {
        use(saved);
      } catch (error) {
        report('state', 'warn', sentence('station.anew', { name, why: messageOf(error) }));
        return false;
      }
      yield;
      return true;
    }
    yield* component('recent', (recent: RecentState) => {
      const history = TickHistory.fromJSON(recent.history, this.stepS);
      const running = restored(new RunningMeans(this.stepS), recent.running);
      const guard = restored(new Guard(this.stepS), recent.guard);
      this.climate.restore({ hourly: recent.hourly });
      this.history = history;
      this.running = running;
      this.guard = guard;
      this.epochs = { ...recent.epochs };
    });
    yield* component('climatology', (climatology: ClimateState['climatology']) =>
      this.climate.restore({ climatology }),
    );
    yield* component('outlook', (outlook: ClimateState['outlook']) => this.climate.restore({ outlook }));
    yield* component('chance', (saved: Saved<SelfAsked>) => {
      this.chances = SelfAsked.fromJSON(saved, this.stepS);
    });
    yield* component('net', (saved: NetExpertState) => this.net.restore(saved));
    for (const key of this.heads.keys) {
      const restore = (saved: SavedHead) => this.heads.restore(key, saved);
      if (!(yield* component('head', restore, nameOf(key)))) this.hasFreshHeads = true;
    }
  }

  /** Rebuilds the last day and the running hour from their ticks, oldest first. */
  lookBackOn(rows: readonly TickRow[]): void {
    this.history = new TickHistory(this.stepS);
    this.guard = this.guard.anew();
    for (const row of rows) this.history.push(this.guard.examine(row));
    const newest = rows.at(-1);
    const hour = newest && Math.ceil(newest.tS / HOUR_S);
    this.climate.regather(rows.filter((row) => Math.ceil(row.tS / HOUR_S) === hour));
  }

  /**
   * Row without its doubted values. The newest row of the grid was judged when it came, and that verdict is taken: judged once more, a
   * doubted value would be the second one like it, and would be believed.
   */
  believed(row: TickRow): TickRow {
    const { history, guard } = this;
    if (row.tS !== history.newestS) return guard.glance(row);
    return without(row, (target) => history.at(target, row.tS) !== null);
  }
}

const nameOf = ({ target, horizonS }: HeadKey): string => `forecast.head.${headName(target, horizonS)}`;
