import type { I2cBus } from '../../src/station/sensors/bus/bus.ts';
import { busFaults } from './bus-faults.ts';
import type { SimulatedChip } from './simulated-chip.ts';

export interface Transfer {
  kind: 'read' | 'write';
  address: number;
  command: number;
}

/** What goes wrong with a transfer: an error, or fewer bytes than asked for. */
export type Mishap = Error | { shortBy: number } | null;

/** A bus of simulated chips. Nobody at an address: not acknowledged. Faults are made by `mishap`, asked before every transfer. */
export class SimulatedBus implements I2cBus {
  transfers = 0;
  closed = false;
  mishap: (transfer: Transfer) => Mishap = () => null;
  constructor(readonly chips: Map<number, SimulatedChip>) {}

  async readBlock(address: number, command: number, length: number): Promise<Buffer> {
    const { chip, mishap } = this.#begin({ kind: 'read', address, command });
    return chip.read(command, Math.max(0, length - (mishap?.shortBy ?? 0)));
  }

  async writeByte(address: number, register: number, value: number): Promise<void> {
    this.#begin({ kind: 'write', address, command: register }).chip.write(register, value);
  }

  async write(address: number, bytes: Uint8Array): Promise<void> {
    const [first = 0, ...rest] = bytes;
    const { chip } = this.#begin({ kind: 'write', address, command: first });
    rest.forEach((value, i) => {
      chip.write((first + i) & 0xff, value);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  #begin(transfer: Transfer): { chip: SimulatedChip; mishap: { shortBy: number } | null } {
    if (this.closed) throw new Error('the simulated bus was closed');
    this.transfers++;
    const mishap = this.mishap(transfer);
    if (mishap instanceof Error) throw mishap;
    const chip = this.chips.get(transfer.address);
    if (!chip) throw busFaults.nack();
    return { chip, mishap };
  }
}
