import { createHash } from 'node:crypto';
import type { AdoptBody, Input } from '../../contract/inputs.ts';
import type { Observation } from './observation.ts';

export type Place = NonNullable<Input['place']>;
export type SilentWhy = NonNullable<Input['silent_why']>;
type State = 'offered' | 'adopted' | 'retired' | 'ignored';

/** Name and place that a person gave. */
export interface Named {
  name: string | null;
  place: Place | null;
}

/** A sender that was heard. What it measures is in `freshness.ts`; here is who it is, and what a person decided. */
export interface Sender extends Named, Pick<Observation, 'kind' | 'sender' | 'model' | 'channel'> {
  id: string;
  state: State;
  /** Number of what it measures at its place, from its adoption on. A replacement goes on with that of the sender before it. */
  series: number | null;
  /** Meaning of a pressure that does not say which it is; absent or null while nobody has told. */
  pressureKind?: 'sea_level' | 'station' | null;
  rainFactor?: number;
  /** Names and places of the sensors behind it, by what their values begin with. */
  parts?: Record<string, Named>;
  /** Told silence of the sender, or of a sensor behind it; absent or null while all is heard. */
  silence?: 'silent' | 'lost' | null;
  silentWhy?: SilentWhy | null;
  /** When a value that cannot be true came last, by its path; absent while none did. */
  refused?: Record<string, number>;
  /** Address that its newest message came from; absent without one. */
  from?: string;
  /** A battery of it was low when it was heard last. */
  isLow?: boolean;
  firstS: number;
  lastS: number;
  /** Names that no decoder knows, and how often they came. */
  unknown: Record<string, number>;
}
export type RosterState = Sender[];

/** Most senders that are remembered. A street of radio sensors has some dozen; a flood of forged ones has any number. */
const MOST = 300;
const MOST_NAMES = 60;
const LONGEST_NAME = 60;

/** Id for addresses: readable where the sender's own name allows it, and never longer than 80 characters. */
export function idOf({ kind, sender, channel }: Pick<Observation, 'kind' | 'sender' | 'channel'>): string {
  const own = channel === null ? sender : `${sender}-${channel}`;
  const plain = own.replaceAll(/[^\w.-]/g, '_').slice(0, 48);
  const hash = createHash('sha256').update(own).digest('hex').slice(0, 8);
  return plain === own ? `${kind}-${own}` : `${kind}-${plain}-${hash}`;
}

/** Senders by id. A sender counts once a person has adopted it, or has named its kind as the station's source. */
export class Roster {
  readonly #senders = new Map<string, Sender>();

  /** `lastSeries`: the highest number in the record, which may know of senders that a damaged roster does not. */
  constructor(
    saved: RosterState = [],
    private readonly lastSeries = 0,
  ) {
    this.take(saved);
  }

  take(saved: RosterState): void {
    this.#senders.clear();
    for (const one of saved) this.#senders.set(one.id, { ...one, unknown: { ...one.unknown } });
  }

  toJSON(): RosterState {
    return [...this.#senders.values()];
  }

  /** In the order of the first hearing. */
  get all(): readonly Sender[] {
    return [...this.#senders.values()];
  }

  get(id: string): Sender | undefined {
    return this.#senders.get(id);
  }

  noteMessage(observation: Observation, nowS: number): { sender: Sender; isNew: boolean } {
    const id = idOf(observation);
    const known = this.#senders.get(id);
    const sender = known ?? this.#add(id, observation, nowS);
    sender.lastS = nowS;
    if (observation.from) sender.from = observation.from;
    const batteries = Object.values(observation.batteries);
    if (batteries.some((battery) => battery !== null)) sender.isLow = batteries.includes('low');
    sender.model = observation.model === null ? sender.model : visible(observation.model);
    for (const name of observation.unknown) noteName(sender.unknown, name);
    return { sender, isNew: known === undefined };
  }

  #add(id: string, { kind, sender, channel }: Observation, nowS: number): Sender {
    if (this.#senders.size >= MOST) this.#forgetOldest();
    const state = { model: null, name: null, place: null, state: 'offered', series: null } as const;
    const added: Sender = { id, kind, sender, channel, ...state, unknown: {}, firstS: nowS, lastS: nowS };
    this.#senders.set(id, added);
    return added;
  }

  /** Sender to forget: the one heard longest ago of those that nobody has decided on; then of the ignored. */
  #forgetOldest(): void {
    const rank = ({ state, lastS }: Sender) => (state === 'offered' ? 0 : state === 'ignored' ? 1e12 : 2e12) + lastS;
    const [oldest] = [...this.#senders.values()].sort((a, b) => rank(a) - rank(b));
    if (oldest) this.#senders.delete(oldest.id);
  }

  /** Takes a sender in, or changes it. With `replaces` it takes over name and place, and the other one is retired. */
  adopt(id: string, { name, place, replaces, ...more }: AdoptBody): Sender | null {
    const sender = this.#senders.get(id);
    if (!sender) return null;
    const other = replaces == null || replaces === id ? undefined : this.#senders.get(replaces);
    const before = other?.series == null ? undefined : other; // one that was replaced already has nothing more to give
    sender.name = name === undefined ? (before?.name ?? sender.name) : name;
    sender.place = place ?? before?.place ?? sender.place ?? 'outdoors';
    sender.state = 'adopted';
    sender.pressureKind = more.pressure_kind ?? sender.pressureKind ?? before?.pressureKind ?? null;
    sender.rainFactor = more.rain_factor ?? sender.rainFactor ?? before?.rainFactor ?? 1;
    sender.parts = { ...before?.parts, ...sender.parts };
    for (const [head, part] of Object.entries(more.parts ?? {})) {
      const known = sender.parts[head];
      const named = part.name === undefined ? known?.name : part.name;
      sender.parts[head] = { name: named ?? null, place: part.place ?? known?.place ?? null };
    }
    // Never one that was given before: senders that count or counted are the last to be forgotten.
    const next = Math.max(this.lastSeries, ...this.all.map(({ series }) => series ?? 0)) + 1;
    sender.series = before?.series ?? sender.series ?? next;
    if (before) Object.assign(before, { state: 'retired', series: null });
    return sender;
  }

  decide(id: string, state: 'retired' | 'ignored'): Sender | null {
    const sender = this.#senders.get(id);
    if (sender) sender.state = state;
    return sender ?? null;
  }
}

/** A sender's own text, without what a terminal or a page would obey: control characters, and those that turn the direction of writing. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, '').slice(0, LONGEST_NAME);

function noteName(unknown: Record<string, number>, name: string): void {
  const key = visible(name);
  if (Object.hasOwn(unknown, key)) unknown[key]! += 1;
  else if (Object.keys(unknown).length < MOST_NAMES && key !== '__proto__') unknown[key] = 1;
}
