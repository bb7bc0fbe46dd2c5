import type { ChipBus, Pause } from '../bus/bus.ts';
import { AUTO_INCREMENT, type Chip, expectIdentity, readByte, type Setting, writeAll } from './chip.ts';
import { type AxesReading, parseAxes } from './lsm9ds1-axes.ts';

const ADDRESS = 0x1c;
const WHO_AM_I = 0x0f;
const CTRL_REG1_M = 0x20;
const CTRL_REG2_M = 0x21;
const CTRL_REG3_M = 0x22;
const CTRL_REG4_M = 0x23;
const CTRL_REG5_M = 0x24;
const STATUS_REG_M = 0x27;
const OUT_X_L_M = 0x28;

const XYZ_READY = 0b1000;
const CONTINUOUS = 0x00; // power-down is the chip's default here

/** uT per count by full scale in gauss, datasheet values. Heading does not depend on which table one believes. */
export const UT_PER_COUNT = { 4: 0.014, 8: 0.029, 12: 0.043, 16: 0.058 } as const;

/** The magnetometer half of the LSM9DS1. ST datasheet LSM9DS1 rev. 3. */
export class Lsm9ds1Magnetometer implements Chip<AxesReading> {
  readonly name = 'LSM9DS1 (magnetic field)';
  readonly address = ADDRESS;
  readonly identityRegister = WHO_AM_I;
  readonly running: Setting = [CTRL_REG3_M, CONTINUOUS];
  readonly asleep: readonly Setting[] = [[CTRL_REG3_M, 0x03]];
  constructor(
    private readonly bus: ChipBus,
    private readonly pause: Pause,
  ) {}

  probe(): Promise<void> {
    return expectIdentity(this.bus, this, 0x3d);
  }

  async init(): Promise<void> {
    await this.bus.writeByte(ADDRESS, CTRL_REG2_M, 0x0c); // reboot and soft reset
    await this.pause(20);
    await writeAll(this.bus, ADDRESS, [
      [CTRL_REG1_M, 0xf0], // temperature compensated, quietest mode, 10 Hz
      [CTRL_REG2_M, 0x00], // 4 gauss
      [CTRL_REG4_M, 0x0c],
      [CTRL_REG5_M, 0x40], // no half-updated readings
      [CTRL_REG3_M, CONTINUOUS],
    ]);
    await this.pause(200);
  }

  /** In uT along the chip's axes. */
  async read(): Promise<AxesReading | null> {
    if (!((await readByte(this.bus, ADDRESS, STATUS_REG_M)) & XYZ_READY)) return null;
    return parseAxes(await this.bus.readBlock(ADDRESS, OUT_X_L_M | AUTO_INCREMENT, 6), UT_PER_COUNT[4]);
  }
}
