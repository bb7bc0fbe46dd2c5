/**
 * Transfers on one I2C bus. Implementations run one transfer at a time, in the order asked, whoever asks; a failure rejects with
 * the error of the system below, for `i2cFault` to read.
 */
export interface I2cBus {
  /** Writes `command`, then reads `length` bytes (0..32) in the same transfer. Fewer may come; `RetryingBus` minds that. */
  readBlock(address: number, command: number, length: number): Promise<Buffer>;
  writeByte(address: number, register: number, value: number): Promise<void>;
  /** Writes without a command first. Any length: the LED frame has 193 bytes. */
  write(address: number, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export type ChipBus = Pick<I2cBus, 'readBlock' | 'writeByte'>;

/** Settle times of the chips. Rejects when the board is being closed, so that no start-up goes on behind a closed bus. */
export type Pause = (ms: number) => Promise<void>;

export const hex = (byte: number): string => `0x${byte.toString(16).padStart(2, '0')}`;
