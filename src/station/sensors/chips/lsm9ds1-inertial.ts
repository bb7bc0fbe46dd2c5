import type { ChipBus, Pause } from '../bus/bus.ts';
import { type Chip, expectIdentity, readByte, type Setting, writeAll } from './chip.ts';
import { type AxesReading, parseAxes } from './lsm9ds1-axes.ts';

const ADDRESS = 0x6a;
const WHO_AM_I = 0x0f;
const CTRL_REG1_G = 0x10;
const CTRL_REG2_G = 0x11;
const CTRL_REG3_G = 0x12;
const STATUS_REG = 0x17;
const OUT_X_L_G = 0x18;
const CTRL_REG4 = 0x1e;
const CTRL_REG5_XL = 0x1f;
const CTRL_REG6_XL = 0x20;
const CTRL_REG7_XL = 0x21;
const CTRL_REG8 = 0x22;
const OUT_X_L_XL = 0x28;

const IDENTITY = 0x68;
const ACCEL_READY = 0b01;
const GYRO_READY = 0b10;
const GYRO_RUNNING = 0x20; // 14.9 Hz, 245 deg/s; the accelerometer follows

/** g per count by full scale in g. The step at 16 g is not a mistake: it is 0.732, not 8 times that of 2 g. */
export const G_PER_COUNT = { 2: 0.000061, 4: 0.000122, 8: 0.000244, 16: 0.000732 } as const;
/** deg/s per count by full scale in deg/s. */
export const DPS_PER_COUNT = { 245: 0.00875, 500: 0.0175, 2000: 0.07 } as const;

export interface InertialReading {
  accelG: AxesReading | null;
  gyroDps: AxesReading | null;
}

/** The accelerometer and gyroscope half of the LSM9DS1. ST datasheet LSM9DS1 rev. 3. */
export class Lsm9ds1Inertial implements Chip<InertialReading> {
  readonly name = 'LSM9DS1 (acceleration, rotation)';
  readonly address = ADDRESS;
  readonly identityRegister = WHO_AM_I;
  readonly running: Setting = [CTRL_REG1_G, GYRO_RUNNING];
  readonly asleep: readonly Setting[] = [
    [CTRL_REG1_G, 0x00],
    [CTRL_REG6_XL, 0x00],
  ];
  constructor(
    private readonly bus: ChipBus,
    private readonly pause: Pause,
  ) {}

  probe(): Promise<void> {
    return expectIdentity(this.bus, this, IDENTITY);
  }

  async init(): Promise<void> {
    await this.bus.writeByte(ADDRESS, CTRL_REG8, 0x05); // software reset, keeping the address increment
    await this.pause(20);
    await expectIdentity(this.bus, this, IDENTITY);
    await writeAll(this.bus, ADDRESS, [
      [CTRL_REG8, 0x44], // bursts depend on this bit here, not on the sub-address; other programs leave it cleared
      [CTRL_REG1_G, GYRO_RUNNING],
      [CTRL_REG2_G, 0x00],
      [CTRL_REG3_G, 0x00], // no high-pass: the bias is removed in software
      [CTRL_REG4, 0x38],
      [CTRL_REG5_XL, 0x38],
      [CTRL_REG6_XL, 0x20], // 2 g
      [CTRL_REG7_XL, 0x00],
    ]);
    await this.pause(300);
  }

  async read(): Promise<InertialReading | null> {
    const status = await readByte(this.bus, ADDRESS, STATUS_REG);
    if (!(status & (ACCEL_READY | GYRO_READY))) return null;
    const gyro = await this.bus.readBlock(ADDRESS, OUT_X_L_G, 6);
    const accel = await this.bus.readBlock(ADDRESS, OUT_X_L_XL, 6);
    return {
      accelG: status & ACCEL_READY ? parseAxes(accel, G_PER_COUNT[2]) : null,
      gyroDps: status & GYRO_READY ? parseAxes(gyro, DPS_PER_COUNT[245]) : null,
    };
  }
}
