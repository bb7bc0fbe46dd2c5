import type { Zone } from '../../base/zone.ts';
import type { AdoptBody, Input, Inputs } from '../../contract/inputs.ts';
import type { NarrowName } from '../../quantities/names.ts';
import { Intake } from '../inputs/intake.ts';
import type { Observation } from '../inputs/observation.ts';
import { type Present, PresentValues, type TodayState } from '../inputs/present.ts';
import { Roster, type RosterState, type Sender } from '../inputs/roster.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { Reading } from '../sampling/reading.ts';

const VERSION = 1;

interface Parts {
  nowS(): number;
  steadyS(): number;
  zone: Zone;
}

/** Bought stations and sensors beside the board: who is there, who counts, what they say. */
export class InputsRoom {
  readonly #roster: Roster;
  readonly #intake: Intake;
  readonly #present: PresentValues;

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    this.#roster = memory.revive(
      'inputs',
      VERSION,
      () => new Roster(),
      (saved: RosterState) => new Roster(saved),
    );
    this.#intake = new Intake(this.#roster);
    this.#present = memory.revive(
      'today',
      VERSION,
      () => new PresentValues(parts.zone),
      (saved: TodayState | null) => new PresentValues(parts.zone, saved),
    );
  }

  remembered(): Remembered[] {
    return [
      { name: 'inputs', version: VERSION, state: this.#roster.toJSON() },
      { name: 'today', version: VERSION, state: this.#present.toJSON() },
    ];
  }

  /** A sample has its time, or is shown without one. */
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

  /** Takes messages in as they come. Bounded work for each; nothing here waits. */
  take(observations: readonly Observation[]): void {
    for (const one of observations) this.#intake.take(one, this.parts.nowS(), this.parts.steadyS());
  }

  list(): Inputs {
    const shown = this.#roster.all.filter(({ state }) => state !== 'ignored');
    const strange = this.#roster.all.filter(({ unknown }) => Object.keys(unknown).length > 0);
    return {
      inputs: shown.map((sender) => this.#shown(sender)),
      unknown: strange.map(({ id, kind, unknown }) => ({
        id,
        kind,
        keys: Object.keys(unknown),
        count: Object.values(unknown).reduce((sum, n) => sum + n, 0),
      })),
    };
  }

  adopt(id: string, body: AdoptBody): Input | null {
    const sender = this.#roster.adopt(id, body);
    return sender && this.#shown(sender);
  }

  retire(id: string): Input | null {
    const sender = this.#roster.decide(id, 'retired');
    return sender && this.#shown(sender);
  }

  ignore(id: string): Input | null {
    const sender = this.#roster.decide(id, 'ignored');
    return sender && this.#shown(sender);
  }

  #shown({ id, kind, model, name, place, state, firstS, lastS }: Sender): Input {
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
      ...this.#intake.said(id, this.parts.steadyS()),
    };
  }
}
