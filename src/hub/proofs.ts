import { setImmediate as breath } from 'node:timers/promises';
import { type Counted, type Engine, EngineError, type Held } from './engine/engine.ts';

/** In one question to the engine: a hundred names cost it an eighth of a hundred questions, and a thousand no less a name. */
const NAMES = 100;
/** And so many at least, also after questions that found no answer: of an engine that comes back thousands ask at once. */
const LEAST_NAMES = 10;

/** Count by login, or why it failed. */
type Counts = ReadonlyMap<string, Held | EngineError>;
interface Round {
  logins: Set<string>;
  /** In which question each is. */
  asked: Promise<ReadonlyMap<string, Promise<Counts>>>;
}

/**
 * Counts for many in one question. After an outage thousands ask about the same day, and those who waited for the same act that makes
 * everything last go on in the same moment: a question of its own for each of them is most of what their coming costs the engine.
 * One station of which the engine cannot tell anything holds nobody else up.
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
      // It is away, or hangs on one of them: fewer are held up by the same one the next time.
      this.#most = Math.min(this.#most, Math.max(LEAST_NAMES, half));
      return new Map(logins.map((login) => [login, error]));
    }
  }
}
