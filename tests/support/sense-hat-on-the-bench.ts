import { SenseHatBoard, type SenseHatParts } from '../../src/station/sensors/boards/sense-hat.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeFiles } from './fake-files.ts';
import type { Mishap } from './simulated-bus.ts';
import { ADDRESS, type ChipName, SimulatedSenseHat } from './simulated-sense-hat.ts';

/** A board over a simulated Sense HAT. */
export class BenchedSenseHat {
  readonly hat: SimulatedSenseHat;
  readonly files = new FakeFiles({
    '/sys/class/thermal/thermal_zone0/type': 'cpu-thermal\n',
    '/sys/class/thermal/thermal_zone0/temp': '51234\n',
  });
  readonly board: SenseHatBoard;

  constructor(
    parts: Partial<SenseHatParts> = {},
    readonly clock = new FakeClock(),
  ) {
    this.hat = new SimulatedSenseHat(clock);
    this.board = new SenseHatBoard({
      clock,
      openBus: async () => this.hat.bus,
      files: this.files,
      runCommand: null,
      busNumber: 1,
      sampleIntervalS: 2,
      ...parts,
    });
  }

  /** Opened, and every chip settled. */
  async running(): Promise<this> {
    await this.board.open();
    await this.clock.advance(3000);
    await this.board.read(this.clock.nowS());
    return this;
  }

  /** The sample of the next turn, 2 s later. */
  async next(turns = 1) {
    for (let turn = 1; turn < turns; turn++) {
      await this.clock.advance(2000);
      await this.board.read(this.clock.nowS());
    }
    await this.clock.advance(2000);
    return this.board.read(this.clock.nowS());
  }

  notices(): string[] {
    return this.board.takeNotices().map(({ severity, detail }) => `${severity}: ${detail}`);
  }

  /** From now on, transfers with this chip go wrong; `null` mends it. */
  ail(name: ChipName, mishap: (() => Mishap) | null): void {
    if (mishap) this.#ailments.set(ADDRESS[name], mishap);
    else this.#ailments.delete(ADDRESS[name]);
    this.hat.bus.mishap = ({ address }) => this.#ailments.get(address)?.() ?? null;
  }
  readonly #ailments = new Map<number, () => Mishap>();
}
