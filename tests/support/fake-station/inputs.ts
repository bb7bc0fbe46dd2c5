import type { AdoptBody, Input, Inputs } from '../../../src/contract/inputs.ts';
import type { InputsFacet } from '../../../src/station/api.ts';
import type { FakeWorld } from './world.ts';

/** One gateway that wants to report. */
export class FakeInputs implements InputsFacet {
  readonly #inputs = new Map<string, Input>();

  constructor(world: FakeWorld) {
    if (world.cold) return;
    const id = 'ecowitt-3f2a91c0';
    this.#inputs.set(id, {
      id,
      kind: 'ecowitt',
      model: 'GW2000A',
      name: null,
      place: null,
      adopted: false,
      retired: false,
      first_seen_ts: world.startedS,
      last_seen_ts: world.startedS,
      values: { 'outdoor.temperature_c': 3.1, 'wind.speed_ms': 2.4 },
      battery: { wh90: 'ok', wh40: null },
      signal_db: null,
      silent: false,
      silent_why: null,
      lost: [],
      pressure_kind: null,
      rain_factor: 1,
      clock_off_s: null,
      main_for: [],
      source_of: ['temperature', 'wind'],
      recorded: {},
      refused: [],
      parts: {},
      may_be: null,
      from: '192.0.2.7',
    });
  }

  list(): Inputs {
    const inputs = [...this.#inputs.values()];
    return { inputs, unknown: inputs.map(({ id, kind }) => ({ id, kind, keys: ['srain_x'], count: 3 })) };
  }
  adopt(id: string, { name = null, place = 'outdoors', main_for }: AdoptBody): Input | null {
    return this.#change(id, { adopted: true, name, place, main_for: main_for ?? [] });
  }
  retire(id: string): Input | null {
    return this.#change(id, { adopted: false, retired: true });
  }
  ignore(id: string): Input | null {
    const input = this.#inputs.get(id) ?? null;
    this.#inputs.delete(id);
    return input;
  }

  #change(id: string, to: Partial<Input>): Input | null {
    const before = this.#inputs.get(id);
    if (!before) return null;
    const input = { ...before, ...to };
    this.#inputs.set(id, input);
    return input;
  }
}
