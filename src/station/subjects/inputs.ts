import type { AdoptBody, Input, Inputs } from '../../contract/inputs.ts';
import type { Target } from '../../contract/names.ts';
import type { NarrowName, NarrowValues } from '../../quantities/names.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Refusal } from '../api.ts';
import { Intake, type IntakeState } from '../inputs/intake.ts';
import { isTakenIn, WANTS } from '../inputs/newcomers.ts';
import type { Observation } from '../inputs/observation.ts';
import { type Present, PresentValues, type TodayState } from '../inputs/present.ts';
import { RATE_LOOKS_BACK_S } from '../inputs/rain-rate.ts';
import { Roster, type RosterState, type Sender } from '../inputs/roster.ts';
import { mayBe } from '../inputs/same-place.ts';
import { nameOf, noticesOf, wordsOf } from '../inputs/sender-words.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import { undoing } from '../learned/undoing.ts';
import type { Reading } from '../sampling/reading.ts';
import type { HeardAir } from '../tick.ts';
import type { Shared } from './shared.ts';

const VERSION = 1;
const LOOK_EVERY_S = 10;
/** State of the counters is stored this often in dry weather too: how long one was away decides whether its rain counts. */
const STORE_EVERY_S = 300;
/** New senders that are told as events in one run: a street has dozens, a flood any number. */
const MOST_OFFERED = 10;

type Parts = Pick<Shared, 'config' | 'clock' | 'store' | 'zone' | 'nowS' | 'report'>;

/** Bought stations and sensors beside the board: who is there, who counts, what they say. */
export class InputsRoom {
  readonly #roster: Roster;
  readonly #intake: Intake;
  readonly #present: PresentValues;
  #lookedS = Number.NEGATIVE_INFINITY;
  #offered = 0;
  #storedS: number;

  constructor(
    private readonly parts: Parts,
    private readonly memory: Memory,
  ) {
    this.#storedS = this.#steadyS;
    const { zone } = parts;
    const lastSeries = parts.store.scales.lastSeries();
    const { altitude_m: altitudeM } = parts.config.site;
    const roster = (saved: RosterState | null) => new Roster(saved ?? [], lastSeries);
    this.#roster = memory.revive('inputs', VERSION, roster);
    const notices = {
      ...noticesOf((words) => this.tell(words, 'warn')),
      newcomer: (sender: Sender) => this.#welcome(sender),
    };
    const intake = (saved: IntakeState | null) =>
      new Intake(this.#roster, zone, notices, saved ?? undefined, altitudeM);
    this.#intake = memory.revive('counted', VERSION, intake);
    this.#present = memory.revive('today', VERSION, (saved: TodayState | null) => new PresentValues(zone, saved));
  }

  get #steadyS(): number {
    return this.parts.clock.steadyMs() / 1000;
  }

  /** Known senders. Counts are saved with the samples alone. */
  remembered(): Remembered[] {
    return [{ name: 'inputs', version: VERSION, state: this.#roster.toJSON() }];
  }

  /**
   * State that must be of one moment with the stored samples: rain that is in both would fall twice after a kill, and rain that is in
   * neither would be lost.
   */
  counted(): Remembered[] {
    return [
      { name: 'counted', version: VERSION, state: this.#intake.toJSON() },
      { name: 'today', version: VERSION, state: this.#present.toJSON() },
    ];
  }
  get mustStore(): boolean {
    return this.#intake.isDirty || this.#steadyS - this.#storedS >= STORE_EVERY_S;
  }
  stored(): void {
    if (this.mustStore) this.#storedS = this.#steadyS;
    this.#intake.isInFlight = false;
    this.#intake.isDirty = false;
    this.#intake.hasBegun = false;
  }
  /** A counter has its first reading, or rain came as an amount: until that is stored, a kill loses it for good. */
  get hasBegun(): boolean {
    return this.#intake.hasBegun;
  }

  /** States of roster and counters; while a sample with rain cannot be stored, the counters wait for it. */
  #states(): Remembered[] {
    return [...this.remembered(), ...(this.#intake.isInFlight ? [] : this.counted())];
  }

  save(): void {
    const { store, nowS } = this.parts;
    store.flush();
    const states = this.#states();
    store.attempt(() => this.memory.save(states, nowS()));
  }

  tell(words: Sentence, severity: 'info' | 'warn' | 'error'): void {
    this.parts.report('sensor', severity, words);
  }

  /** Takes messages in as they come. Bounded work for each; nothing here waits. */
  take(observations: readonly Observation[]): void {
    for (const one of observations) this.#intake.take(one, this.parts.nowS(), this.#steadyS);
  }

  /** A sender that was never heard: offered, or taken in where the owner named its kind as the source and nobody counts yet. */
  #welcome(sender: Sender): void {
    if (isTakenIn(sender, this.parts.config.sensors.source, this.#roster.all)) {
      this.#adopt(sender.id, {});
      this.tell(sentence('sender.adopted', { who: nameOf(sender) }), 'info');
      this.save();
      return;
    }
    this.#offered += 1;
    if (!WANTS.has(sender.kind) || this.#offered > MOST_OFFERED) return;
    const { from } = sender;
    const who = nameOf(sender);
    this.tell(from ? sentence('sender.asks', { who, from }) : sentence('sender.offered', { who }), 'info');
  }

  /** Values that came since the last sample, for the next one. */
  takeNarrow(): NarrowValues | undefined {
    this.#look();
    return this.#intake.takeNarrow();
  }

  air(): HeardAir {
    return this.#intake.air(this.#steadyS);
  }

  /** Series of the air, and how the pressure is read. */
  get airFrom(): Record<Target, string> {
    const { air, barometer } = this.air();
    const kind = this.#roster.get(this.#intake.sources.of('pressure') ?? '')?.pressureKind;
    return { temperature: `${air}`, humidity: `${air}`, pressure: `${barometer} ${kind}` };
  }

  solarWm2(): number | null {
    return this.#intake.solarWm2(this.#steadyS);
  }

  nameOfSeries(series: number): string | null {
    const sender = this.#roster.all.find((one) => one.series === series && one.state === 'adopted');
    return sender ? nameOf(sender) : null;
  }

  /** Silence is told once, and once when it is over. */
  #look(): void {
    const steadyS = this.#steadyS;
    if (steadyS - this.#lookedS < LOOK_EVERY_S) return;
    this.#lookedS = steadyS;
    const changes = this.#intake.look(steadyS);
    for (const change of changes) this.tell(wordsOf(change), change.kind === 'back' ? 'info' : 'warn');
    if (changes.length > 0) this.save();
  }

  /** A sample has its time. */
  takeReading({ sample, tS, evenS }: Reading): void {
    this.#present.take(sample.narrow, tS, evenS);
    // A commit may have fallen between the message and its sample: the one that stores the sample must store its sums.
    if ((sample.narrow?.rainMm ?? 0) > 0 || (sample.narrow?.lightningStrikes ?? 0) > 0) this.#intake.isDirty = true;
  }

  /** Takes the sums of today, and the rate of rain, anew from what is stored. */
  resum(): void {
    const { history } = this.parts.store;
    const [nowS, steadyS] = [this.parts.nowS(), this.#steadyS];
    this.#present.resum((name, fromS, untilS) => history.sum(name, fromS, untilS), nowS);
    const recent = history.showers(nowS - RATE_LOOKS_BACK_S, nowS + 1);
    this.#intake.retakeRate(recent.map(({ tS, mm }) => ({ atS: steadyS - (nowS - tS), mm })));
    this.save();
  }

  /** Present value of a quantity, whatever measured it. */
  value(name: NarrowName, { evenS }: Reading): number | null {
    return this.#present.get(name, evenS);
  }

  present({ tS, evenS }: Reading): Present {
    return this.#present.at(tS, evenS);
  }

  list(): Inputs {
    const all = this.#candidates();
    const strange = all.filter(({ unknown }) => Object.keys(unknown).length > 0);
    return {
      inputs: all.filter(({ state }) => state !== 'ignored').map((one) => this.#shown(one, all)),
      unknown: strange.map(({ id, kind, unknown }) => ({
        id,
        kind,
        keys: Object.keys(unknown),
        count: Object.values(unknown).reduce((sum, n) => sum + n, 0),
      })),
    };
  }

  adopt(id: string, body: AdoptBody): Input | Refusal | null {
    return this.#decided(id, () => this.#adopt(id, body));
  }

  #adopt(id: string, body: AdoptBody): Sender | null {
    const { state, pressureKind } = this.#roster.get(id) ?? {};
    const { sources, channels } = this.#intake;
    const parts = Object.entries(body.parts ?? {}).filter(([head]) => Object.hasOwn(channels.partsOf(id), head));
    const sender = this.#roster.adopt(id, { ...body, parts: Object.fromEntries(parts) });
    if (!sender) return null;
    for (const [head, { retired }] of parts) if (retired !== undefined) channels.retire(id, head, retired);
    if (state !== 'adopted') this.#intake.begins(id);
    if (pressureKind && sender.pressureKind !== pressureKind) this.#intake.dropPressure(id); // it was read as the other kind
    if (body.replaces != null && body.replaces !== id) {
      sources.replace(body.replaces, id);
      channels.replace(body.replaces, id);
    }
    sources.moved(id, sender.place);
    const { source_of: groups } = this.#intake.statusOf(id, this.#steadyS);
    for (const group of groups) sources.offer(group, id, sender.place);
    // What it does not measure it cannot be the source of; what it gave before a restart it may not have said again yet.
    const has = new Set([...groups, ...sources.mainFor(id)]);
    const wanted = body.main_for?.filter((group) => has.has(group));
    if (wanted) sources.choose(id, wanted);
    return sender;
  }

  retire(id: string): Input | Refusal | null {
    return this.#release(id, 'retired');
  }

  ignore(id: string): Input | Refusal | null {
    return this.#release(id, 'ignored');
  }

  #release(id: string, state: 'retired' | 'ignored'): Input | Refusal | null {
    return this.#decided(id, () => {
      const sender = this.#roster.decide(id, state);
      if (sender) this.#intake.sources.release(id);
      return sender;
    });
  }

  /** Change of a sender by a person: stored at once, or not made. */
  #decided(id: string, decide: () => Sender | null): Input | Refusal | null {
    const { store, nowS } = this.parts;
    const { sources, channels } = this.#intake;
    store.flush(); // before the choice: what it stores of the counters may not be of one that is refused
    const undo = [undoing(this.#roster), undoing(sources), undoing(channels)];
    const wasAdopted = this.#roster.get(id)?.state === 'adopted';
    const sender = decide();
    if (!sender) return null;
    const refused = store.change(() => {
      this.memory.save(this.#states(), nowS());
      return null;
    });
    if (refused) {
      for (const back of undo) back();
      return refused;
    }
    const isAdopted = sender.state === 'adopted';
    const who = nameOf(sender);
    if (isAdopted && !wasAdopted) this.tell(sentence('sender.adopted', { who }), 'info');
    if (!isAdopted && wasAdopted) this.tell(sentence('sender.retired', { who }), 'info');
    return this.#shown(sender);
  }

  /** Senders taken in, each with its status. */
  get adopted() {
    return this.#candidates().filter(({ state }) => state === 'adopted');
  }

  #candidates() {
    return this.#roster.all.map((sender) => ({ ...sender, ...this.#intake.statusOf(sender.id, this.#steadyS) }));
  }

  #shown(sender: Sender, candidates = this.#candidates()): Input {
    const { id, kind, model, name, place, state, firstS, lastS, ...more } = sender;
    return {
      id,
      kind,
      model,
      name,
      place,
      adopted: state === 'adopted',
      retired: state === 'retired',
      first_seen_ts: firstS,
      last_seen_ts: lastS,
      ...this.#intake.statusOf(id, this.#steadyS),
      pressure_kind: more.pressureKind ?? null,
      rain_factor: more.rainFactor ?? 1,
      refused: Object.keys(more.refused ?? {}),
      may_be: mayBe(candidates.find((one) => one.id === id)!, candidates),
      from: (state === 'offered' && more.from) || null,
    };
  }
}
