import type { Observation } from './observation.ts';

/** A message that comes again within this time is the same one: radio senders repeat it up to six times, and a console tells two servers. */
const WITHIN_MS = 2000;
/** Senders that are remembered; a flood of forged ones pushes the oldest out. */
const MOST_SENDERS = 1000;

/** Filter of repeated messages: equal content of one sender within two seconds counts once. */
export class Repeats {
  readonly #last = new Map<string, { content: string; atMs: number }>();

  /** Whether this message has just been heard; remembers it. `steadyMs`: time of its arrival. */
  isRepeat(observation: Observation, steadyMs: number): boolean {
    const { kind, sender, sentS, signalDb, from, ...rest } = observation;
    const key = `${kind} ${sender} ${rest.channel}`;
    // The time of a radio message is that of its reception: each of its repeats has another one.
    const content = JSON.stringify(kind === 'rtl433' ? rest : { sentS, ...rest });
    const before = this.#last.get(key);
    // Counted from the first: a sensor that says the same each second is heard every other one.
    if (before !== undefined && before.content === content && steadyMs - before.atMs < WITHIN_MS) return true;
    this.#last.delete(key); // the newest is the last of the map
    this.#last.set(key, { content, atMs: steadyMs });
    if (this.#last.size > MOST_SENDERS) this.#last.delete(this.#last.keys().next().value!);
    return false;
  }
}
