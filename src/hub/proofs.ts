import { setImmediate as breath } from 'node:timers/promises';
import type { Counted, Held } from './engine/engine.ts';

/** In one question to the engine: a hundred names cost it an eighth of a hundred questions, and a thousand no less a name. */
const NAMES = 100;

interface Round {
  logins: Set<string>;
  counts: Promise<Map<string, Held>>;
}

/**
 * Counts for many in one question. After an outage thousands ask about the same day, and those who waited for the same act that makes
 * everything last go on in the same moment: a question of its own for each of them is most of what their coming costs the engine.
 */
export class Proofs {
  readonly #rounds = new Map<string, Round>();
  constructor(
    private readonly count: (
      logins: readonly string[],
      tS: number,
      counted: Counted,
    ) => Promise<ReadonlyMap<string, Held>>,
  ) {}

  async ask(login: string, tS: number, counted: Counted): Promise<Held> {
    const about = JSON.stringify([tS, counted]);
    let round = this.#rounds.get(about);
    if (round === undefined) {
      const logins = new Set<string>();
      round = { logins, counts: this.#counted(about, logins, tS, counted) };
      this.#rounds.set(about, round);
    }
    round.logins.add(login);
    return (await round.counts).get(login)!;
  }

  /** Begins when everybody who is ready has said so; who comes after that begins the next. */
  async #counted(about: string, logins: Set<string>, tS: number, counted: Counted): Promise<Map<string, Held>> {
    await breath();
    this.#rounds.delete(about);
    const all = [...logins];
    const parts = Array.from({ length: Math.ceil(all.length / NAMES) }, (_, i) =>
      this.count(all.slice(i * NAMES, (i + 1) * NAMES), tS, counted),
    );
    return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
  }
}
