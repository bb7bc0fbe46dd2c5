import { hex, type I2cBus, type Pause } from '../../src/station/sensors/bus/bus.ts';

export type Step =
  | { read: readonly [address: number, command: number]; gives: readonly number[] }
  | { write: readonly [address: number, register: number, value: number] }
  | { pauses: number };

const show = (step: Step): string => {
  if ('read' in step) return `read ${step.gives.length} from ${step.read.map(hex).join('/')}`;
  return 'write' in step ? `write ${step.write.map(hex).join(' ')}` : `pause ${step.pauses} ms`;
};

/** Exactly these transactions and pauses, in this order. */
export class ScriptedBus implements I2cBus {
  #next = 0;
  constructor(private readonly steps: readonly Step[]) {}

  readonly pause: Pause = async (ms) => {
    this.#expect({ pauses: ms });
  };
  async readBlock(address: number, command: number, length: number): Promise<Buffer> {
    const step = this.#expect({ read: [address, command], gives: new Array<number>(length).fill(0) });
    return Buffer.from('gives' in step ? step.gives : []);
  }
  async writeByte(address: number, register: number, value: number): Promise<void> {
    this.#expect({ write: [address, register, value] });
  }
  async write(address: number): Promise<void> {
    throw new Error(`unexpected plain write to ${hex(address)}`);
  }
  async close(): Promise<void> {}

  /** Throws unless the whole script was played. */
  done(): void {
    if (this.#next < this.steps.length) throw new Error(`never came: ${show(this.steps[this.#next]!)}`);
  }

  #expect(came: Step): Step {
    const due = this.steps[this.#next++];
    if (!due || show(due) !== show(came)) {
      throw new Error(`step ${this.#next}: expected ${due ? show(due) : 'nothing more'}, came ${show(came)}`);
    }
    return due;
  }
}
