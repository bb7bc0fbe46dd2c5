import { SerialQueue } from '../base/serial-queue.ts';
import type { Guesses } from './guesses.ts';

const FREE_TRIES = 5;
const LONGEST_WAIT_S = 900;

/** Errors of a gate, in the words of its server. */
interface GateRefusals {
  wait(seconds: number): Error;
  wrong(): Error;
}

/**
 * Brute-force gate of a PIN or password. After five wrong tries an address waits 1, 2, 4 … 900 s between one try and the next. Addresses
 * are cheap where there are many, so a network of them has a budget of wrong tries too, and all networks together; whoever has given the
 * right secret from an address before, and this machine, depend on neither, and cannot be locked out by a neighbour. All clients of a
 * proxy on this machine are one address (`clientAddress`), which always depends on both.
 */
export class GuessGate {
  readonly #turns = new SerialQueue();
  constructor(
    private readonly guesses: Guesses,
    private readonly refusals: GateRefusals,
  ) {}

  /** Guesses take turns: a key costs memory and time on purpose, and parallel guesses must not all count as the first. */
  admit(address: string | undefined, isRight: () => Promise<boolean>): Promise<void> {
    return this.#turns.take(() => this.#judge(address, isRight));
  }

  async #judge(address: string | undefined, isRight: () => Promise<boolean>): Promise<void> {
    const by = this.guesses.of(address);
    const { waitS } = by;
    if (waitS > 0) throw this.refusals.wait(waitS);
    if (await isRight()) {
      by.right();
      return;
    }
    const count = by.missed + 1;
    by.wrong(count < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT_S, 2 ** (count - FREE_TRIES)));
    throw this.refusals.wrong();
  }
}
