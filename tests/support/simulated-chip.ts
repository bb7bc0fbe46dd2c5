/** How a chip moves on inside a burst. */
export type Increment =
  /** ST sensors: by bit 7 of the sub-address, which is no part of the register number. */
  | 'sub-address-bit-7'
  /** LSM9DS1 accelerometer and gyroscope: by IF_ADD_INC, bit 2 of register 0x22; bit 7 is ignored. */
  | 'if-add-inc'
  /** TCS34725: by type 01 in bits 6:5 of the command. */
  | 'command-type'
  /** TCS3400: always. */
  | 'always';

/**
 * 256 registers with the chip's rule of increment. What happens beyond storing a byte (self-clearing bits, resets, a conversion)
 * is a hook's business.
 */
export class SimulatedChip {
  readonly registers = new Uint8Array(256);
  /** Before a register is read. */
  onRead: (register: number) => void = () => {};
  /** After a register was written. */
  onWrite: (register: number, value: number) => void = () => {};
  /** The register that follows in a burst, where that is not the next one. */
  wraps: (register: number) => number = (register) => (register + 1) & 0xff;

  constructor(readonly increment: Increment) {}

  load(image: Record<string, number>): this {
    for (const [register, value] of Object.entries(image)) this.registers[Number(register)] = value;
    return this;
  }

  read(command: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let register = this.#register(command);
    for (let i = 0; i < length; i++) {
      this.onRead(register);
      bytes[i] = this.registers[register] ?? 0;
      if (this.#increments(command)) register = this.wraps(register);
    }
    return bytes;
  }

  write(command: number, value: number): void {
    const register = this.#register(command);
    this.registers[register] = value;
    this.onWrite(register, value);
  }

  #register(command: number): number {
    if (this.increment === 'always') return command;
    if (this.increment === 'command-type') return (command & 0x60) === 0x60 ? command : 0x80 | (command & 0x1f);
    return command & 0x7f;
  }

  #increments(command: number): boolean {
    switch (this.increment) {
      case 'sub-address-bit-7':
        return (command & 0x80) !== 0;
      case 'if-add-inc':
        return ((this.registers[0x22] ?? 0) & 0x04) !== 0;
      case 'command-type':
        return (command & 0x60) === 0x20;
      case 'always':
        return true;
    }
  }
}
