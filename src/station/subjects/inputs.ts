import type { Zone } from '../../base/zone.ts';
import type { AdoptBody, Input, Inputs } from '../../contract/inputs.ts';
import type { InputKind } from '../../contract/names.ts';
import type { NarrowName, NarrowValues } from '../../quantities/names.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { Intake, type IntakeState } from '../inputs/intake.ts';
import type { Observation } from '../inputs/observation.ts';
import { clockWords } from '../inputs/order.ts';
import { type Present, PresentValues, type TodayState } from '../inputs/present.ts';
import { Roster, type RosterState, type Sender } from '../inputs/roster.ts';
import { type Candidate, mayBe } from '../inputs/same-place.ts';
import type { Silence } from '../inputs/silences.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Report } from '../report.ts';
import type { Reading } from '../sampling/reading.ts';
import type { HeardAir } from '../tick.ts';

const VERSION = 1;
const LOOK_EVERY_S = 10;
/** State of the counters is stored this often in dry weather too: how long one was away decides whether its rain counts. */
const STORE_EVERY_S = 300;
/** New senders that are told as events in one run: a street has dozens, a flood any number. */
const MOST_OFFERED = 10;
/** Kinds that a person set up to report here: whoever is new wants something. The radio is full of neighbours. */
const WANTS: ReadonlySet<InputKind> = new Set(['ecowitt', 'ambient', 'wunderground', 'tempest', 'davis']);
/** Kinds of senders that `--source` names; the radio is left out: the first one heard may be a neighbour's. */
const KINDS_OF: Readonly<Record<string, readonly InputKind[]>> = {
  ecowitt: ['ecowitt', 'ambient', 'wunderground'],
  tempest: ['tempest'],
  davis: ['davis'],
  kernel: ['kernel'],
  mqtt: ['mqtt'],
};

interface Parts {
  nowS(): number;
  steadyS(): number;
  zone: Zone;
  altitudeM: number;
  /** `sensors.source` of the settings. */
  source: string;
  /** Highest number of a series that the forecasts have spoken of. */
  lastSeries: number;
  report: Report;
  /** Commits the waiting samples. */
  flush(): void;
  /** Writes what must outlive a kill. */
  save(states: readonly Remembered[]): void;
}

/** Bought stations and sensors beside the board: who is there, who counts, what they say. */
export class InputsRoom {
  readonly #roster: Roster;
  readonly #intake: Intake;
  readonly #present: PresentValues;
  readonly #parts: Parts;
  #lookedS = Number.NEGATIVE_INFINITY;
  #offered = 0;
  #storedS: number;

  constructor(parts: Parts, memory: Memory) {
    this.#parts = parts;
    this.#storedS = parts.steadyS();
    this.#roster = memory.revive(
      'inputs',
      VERSION,
      () => new Roster([], parts.lastSeries),
      (saved: RosterState) => new Roster(saved, parts.lastSeries),
    );
    const told = {
      newcomer: (sender: Sender) => this.#welcome(sender),
      clockOff: (sender: Sender, offS: number) => this.tell(clockWords(nameOf(sender), Math.abs(offS)), 'warn'),
      nonsense: (sender: Sender, path: string) =>
        this.tell(sentence('sender.nonsense', { who: nameOf(sender), what: path }), 'warn'),
      uncounted: (sender: Sender, mm: number) =>
        this.tell(sentence('sender.uncounted', { who: nameOf(sender), mm }), 'warn'),
      gaugesDiffer: (main: Sender, other: Sender, mm: number, otherMm: number) => {
        const names = { who: nameOf(main), other: nameOf(other) };
        this.tell(sentence('sender.gauges-differ', { ...names, mm, otherMm }), 'warn');
      },
    };
    this.#intake = memory.revive(
      'counted',
      VERSION,
      () => new Intake(this.#roster, parts.zone, told, undefined, parts.altitudeM),
      (saved: IntakeState) => new Intake(this.#roster, parts.zone, told, saved, parts.altitudeM),
    );
    this.#present = memory.revive(
      'today',
      VERSION,
      () => new PresentValues(parts.zone),
      (saved: TodayState | null) => new PresentValues(parts.zone, saved),
    );
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
    return this.#intake.isDirty || this.#parts.steadyS() - this.#storedS >= STORE_EVERY_S;
  }
  stored(): void {
    if (this.mustStore) this.#storedS = this.#parts.steadyS();
    this.#intake.isInFlight = false;
    this.#intake.isDirty = false;
    this.#intake.hasBegun = false;
  }
  /** A counter has its first reading: until that is stored, a kill loses all that it gains. */
  get hasBegun(): boolean {
    return this.#intake.hasBegun;
  }

  /** Saves a person's choice at once. While a sample with rain cannot be stored, the counters wait for it. */
  save(): void {
    this.#parts.flush();
    this.#parts.save([...this.remembered(), ...(this.#intake.isInFlight ? [] : this.counted())]);
  }

  tell(words: Sentence, severity: 'info' | 'warn' | 'error'): void {
    this.#parts.report('sensor', severity, words);
  }

  /** Takes messages in as they come. Bounded work for each; nothing here waits. */
  take(observations: readonly Observation[]): void {
    const { nowS, steadyS } = this.#parts;
    for (const one of observations) this.#intake.take(one, nowS(), steadyS());
  }

  /** A sender that was never heard: offered, or taken in where the owner named its kind as the source and nobody counts yet. */
  #welcome(sender: Sender): void {
    const isWanted = KINDS_OF[this.#parts.source]?.includes(sender.kind) ?? false;
    const isFirst = this.#roster.all.every(({ state }) => state === 'offered' || state === 'ignored');
    if (isWanted && (isFirst || this.#isSameDevice(sender))) {
      this.adopt(sender.id, {});
      return;
    }
    this.#offered += 1;
    if (!WANTS.has(sender.kind) || this.#offered > MOST_OFFERED) return;
    this.tell(sentence('sender.offered', { who: nameOf(sender) }), 'info');
  }

  /** Further transmitters of the device that counts (`did` and `did-1`), and further sensors of this computer. */
  #isSameDevice({ id, kind, sender }: Sender): boolean {
    if (kind !== 'davis' && kind !== 'kernel') return false;
    const [device] = sender.split('-');
    return this.#roster.all.some(
      (one) =>
        one.id !== id &&
        one.kind === kind &&
        one.state === 'adopted' &&
        (kind === 'kernel' || one.sender.split('-')[0] === device),
    );
  }

  /** Values that came since the last sample, for the next one. */
  takeNarrow(): NarrowValues | undefined {
    this.#look();
    return this.#intake.takeNarrow();
  }

  air(): HeardAir {
    return this.#intake.air(this.#parts.steadyS());
  }

  /** Name of the sender whose series this is. */
  nameOfSeries(series: number): string | null {
    const sender = this.#roster.all.find((one) => one.series === series && one.state === 'adopted');
    return sender ? nameOf(sender) : null;
  }

  /** Silence is told once, and once when it is over. */
  #look(): void {
    const steadyS = this.#parts.steadyS();
    if (steadyS - this.#lookedS < LOOK_EVERY_S) return;
    this.#lookedS = steadyS;
    const changes = this.#intake.look(steadyS);
    for (const change of changes) this.tell(wordsOf(change), change.kind === 'back' ? 'info' : 'warn');
    if (changes.length > 0) this.save();
  }

  /** A sample has its time. */
  hear({ sample, tS, evenS }: Reading): void {
    this.#present.take(sample.narrow, tS, evenS);
  }

  /** Present value of a quantity, whatever measured it. */
  value(name: NarrowName, { evenS }: Reading): number | null {
    return this.#present.get(name, evenS);
  }

  present({ tS, evenS }: Reading): Present {
    return this.#present.at(tS, evenS);
  }

  /** Outdoor temperature of a sender, for the samples of a board indoors. */
  get outdoorC(): number | null {
    return this.air().temperatureC;
  }

  list(): Inputs {
    const candidates = this.#candidates();
    const shown = this.#roster.all.filter(({ state }) => state !== 'ignored');
    const strange = this.#roster.all.filter(({ unknown }) => Object.keys(unknown).length > 0);
    return {
      inputs: shown.map((sender) => this.#shown(sender, candidates)),
      unknown: strange.map(({ id, kind, unknown }) => ({
        id,
        kind,
        keys: Object.keys(unknown),
        count: Object.values(unknown).reduce((sum, n) => sum + n, 0),
      })),
    };
  }

  adopt(id: string, body: AdoptBody): Input | null {
    const wasAdopted = this.#roster.get(id)?.state === 'adopted';
    const sender = this.#roster.adopt(id, body);
    if (!sender) return null;
    if (!wasAdopted) this.#intake.begins(id);
    const { sources, channels } = this.#intake;
    if (body.replaces != null && body.replaces !== id) {
      sources.replace(body.replaces, id);
      channels.replace(body.replaces, id);
    }
    sources.moved(id, sender.place);
    const { source_of: groups } = this.#intake.said(id, this.#parts.steadyS());
    for (const group of groups) sources.offer(group, id, sender.place);
    // What it does not measure it cannot be the source of; what it gave before a restart it may not have said again yet.
    const has = new Set([...groups, ...sources.mainFor(id)]);
    if (body.main_for)
      sources.choose(
        id,
        body.main_for.filter((group) => has.has(group)),
      );
    if (!wasAdopted) this.tell(sentence('sender.adopted', { who: nameOf(sender) }), 'info');
    this.save();
    return this.#shown(sender);
  }

  retire(id: string): Input | null {
    return this.#decide(id, 'retired');
  }

  ignore(id: string): Input | null {
    return this.#decide(id, 'ignored');
  }

  #decide(id: string, state: 'retired' | 'ignored'): Input | null {
    const wasAdopted = this.#roster.get(id)?.state === 'adopted';
    const sender = this.#roster.decide(id, state);
    if (!sender) return null;
    this.#intake.sources.release(id);
    if (wasAdopted) this.tell(sentence('sender.retired', { who: nameOf(sender) }), 'info');
    this.save();
    return this.#shown(sender);
  }

  #candidates(): Candidate[] {
    const steadyS = this.#parts.steadyS();
    return this.#roster.all.map(({ id, kind, model, channel, state, firstS, lastS }) => ({
      id,
      kind,
      model,
      channel,
      adopted: state === 'adopted',
      retired: state === 'retired',
      silent: this.#intake.silences.isSilent(id, steadyS),
      firstSeenS: firstS,
      lastSeenS: lastS,
      values: this.#intake.said(id, steadyS).values,
    }));
  }

  #shown(
    { id, kind, model, name, place, state, firstS, lastS, ...more }: Sender,
    candidates = this.#candidates(),
  ): Input {
    const own = candidates.find((one) => one.id === id)!;
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
      ...this.#intake.said(id, this.#parts.steadyS()),
      pressure_kind: more.pressureKind ?? null,
      rain_factor: more.rainFactor ?? 1,
      refused: Object.keys(more.refused ?? {}),
      may_be: mayBe(own, candidates),
    };
  }
}

/** A gap and its cause. A receiver for radio sensors is a program of this computer. */
function wordsOf({ sender, kind, why }: Silence): Sentence {
  const who = nameOf(sender);
  if (kind === 'back') return sentence('sender.back', { who });
  if (kind === 'lost')
    return why === 'battery' ? sentence('sender.lost-battery', { who }) : sentence('sender.lost', { who });
  if (why === 'battery') return sentence('sender.silent-battery', { who });
  if (why === 'radio') return sentence('sender.silent-radio', { who });
  if (sender.kind === 'rtl433') return sentence('sender.silent-receiver', { who });
  return sender.kind === 'kernel' ? sentence('sender.silent', { who }) : sentence('sender.silent-gateway', { who });
}

const nameOf = ({ name, model, kind }: Sender): string => name ?? model ?? kind;
