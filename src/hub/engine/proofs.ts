import { setImmediate as breath } from 'node:timers/promises';
import { type Counted, type Engine, EngineError, type Held } from './engine.ts';

/** Stations in one query: a hundred together cost the engine an eighth of a hundred queries, and more gain nothing. */
const NAMES = 100;
/** Stations in one query after failed ones: when an engine comes back, thousands of stations ask at once. */
const LEAST_NAMES = 10;

type Counts = ReadonlyMap<string, Held | EngineError>;
interface Round {
  logins: Set<string>;
  asked: Promise<ReadonlyMap<string, Promise<Counts>>>;
}

/**
 * Batches the counts that stations ask for. After an outage thousands ask about the same day, and all that waited for one flush go
 * on in the same moment; a query for each would be most of the engine's work. A query that the engine refuses is halved until the
 * one station that it cannot count is alone.
 */
export class Proofs {
  readonly #rounds = new Map<string, Round>();
  #most = NAMES;
  constructor(private readonly count: Engine['held']) {}

  async ask(login: string, tS: number, counted: Counted): Promise<Held> {
    const about = JSON.stringify([tS, counted]);
    let round = this.#rounds.get(about);
    if (round === undefined) {
      const logins = new Set<string>();
      round = { logins, asked: this.#asked(about, logins, tS, counted) };
      this.#rounds.set(about, round);
    }
    round.logins.add(login);
    const counts = await (await round.asked).get(login)!;
    const held = counts.get(login)!;
    if (held instanceof EngineError) throw held;
    return held;
  }

  /** Batches the queries of all callers that are ready; a later caller joins the next batch. */
  async #asked(
    about: string,
    logins: Set<string>,
    tS: number,
    counted: Counted,
  ): Promise<Map<string, Promise<Counts>>> {
    await breath();
    this.#rounds.delete(about);
    const all = [...logins];
    const asked = new Map<string, Promise<Counts>>();
    for (let i = 0, most = this.#most; i < all.length; i += most) {
      const some = all.slice(i, i + most);
      const counts = this.#counted(some, tS, counted);
      for (const login of some) asked.set(login, counts);
    }
    return asked;
  }

  async #counted(logins: readonly string[], tS: number, counted: Counted): Promise<Counts> {
    try {
      const counts = await this.count(logins, tS, counted);
      this.#most = Math.min(NAMES, Math.max(this.#most, 2 * logins.length));
      return counts;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const half = Math.ceil(logins.length / 2);
      if (error.trouble === 'refused' && logins.length > 1) {
        const halves = [logins.slice(0, half), logins.slice(half)].map((some) => this.#counted(some, tS, counted));
        return new Map((await Promise.all(halves)).flatMap((counts) => [...counts]));
      }
      // The engine is away, or hangs on one of these stations: smaller queries hold up fewer others next time.
      this.#most = Math.min(this.#most, Math.max(LEAST_NAMES, half));
      return new Map(logins.map((login) => [login, error]));
    }
  }
}
