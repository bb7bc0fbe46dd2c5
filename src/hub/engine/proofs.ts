import { setImmediate as breath } from 'node:timers/promises';
import { type Counted, type Engine, EngineError, type Held } from './engine.ts';

/** Stations in one query: a hundred together cost the engine an eighth of a hundred queries, and more gain nothing. */
const NAMES = 100;
/** Stations in one query after failed ones: when an engine comes back, thousands of stations ask at once. */
const LEAST_NAMES = 10;

/** Stations that are asked about in one moment, and who waits to hear of each. */
type Round = Map<string, PromiseWithResolvers<Held>>;

/**
 * Batches the counts that stations ask for. After an outage thousands ask about the same day, and all that waited for one flush go
 * on in the same moment; a query for each would be most of the engine's work. A query that the engine refuses is halved until the
 * one station that it cannot count is alone.
 */
export class Proofs {
  readonly #rounds = new Map<string, Round>();
  #most = NAMES;
  constructor(private readonly count: Engine['held']) {}

  ask(login: string, tS: number, counted: Counted): Promise<Held> {
    const about = JSON.stringify([tS, counted]);
    const round: Round = this.#rounds.get(about) ?? new Map();
    if (round.size === 0) void this.#begin(about, round, tS, counted);
    const mine = round.get(login) ?? Promise.withResolvers<Held>();
    round.set(login, mine);
    return mine.promise;
  }

  /** Asks for all callers that are ready; a later caller joins the next round. */
  async #begin(about: string, round: Round, tS: number, counted: Counted): Promise<void> {
    this.#rounds.set(about, round);
    await breath();
    this.#rounds.delete(about);
    const all = [...round.keys()];
    for (let i = 0, most = this.#most; i < all.length; i += most)
      void this.#answer(round, all.slice(i, i + most), tS, counted);
  }

  async #answer(round: Round, logins: readonly string[], tS: number, counted: Counted): Promise<void> {
    try {
      const counts = await this.count(logins, tS, counted);
      this.#most = Math.min(NAMES, Math.max(this.#most, 2 * logins.length));
      for (const login of logins) round.get(login)!.resolve(counts.get(login)!);
    } catch (error) {
      const half = Math.ceil(logins.length / 2);
      const isOfEngine = error instanceof EngineError;
      if (isOfEngine && error.trouble === 'refused' && logins.length > 1) {
        for (const some of [logins.slice(0, half), logins.slice(half)]) void this.#answer(round, some, tS, counted);
        return;
      }
      // The engine is away, or hangs on one of these stations: smaller queries hold up fewer others next time.
      if (isOfEngine) this.#most = Math.min(this.#most, Math.max(LEAST_NAMES, half));
      for (const login of logins) round.get(login)!.reject(error);
    }
  }
}
