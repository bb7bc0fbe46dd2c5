import { type Sentence, sentence } from '../../../words/sentence.ts';
import type { ChipBus, Pause } from '../bus/bus.ts';
import { ChipFault } from '../bus/bus-errors.ts';
import { AUTO_INCREMENT, type Chip, expectIdentity, type Setting, writeAll } from './chip.ts';

const ADDRESS = 0x5f;
const WHO_AM_I = 0x0f;
const AV_CONF = 0x10;
const CTRL_REG1 = 0x20;
const CTRL_REG2 = 0x21;
const CTRL_REG3 = 0x22;
const STATUS_REG = 0x27;
const H0_RH_X2 = 0x30; // first of the 16 calibration bytes

const TEMPERATURE_READY = 0b01;
const HUMIDITY_READY = 0b10;
const RUNNING_1_HZ = 0x85; // on, no half-updated readings; the rate that heats the element least
const RUNNING_7_HZ = 0x86;
const CALIBRATION_READS = 3;

export interface Hts221Reading {
  humidityPct: number | null;
  temperatureC: number | null;
}

/** The two points of each factory line, as stored in the chip. */
export type Hts221Calibration = ReturnType<typeof parseCalibration>;
export function parseCalibration(block: Buffer) {
  const msb = block.readUInt8(5); // two more bits for each temperature; the rest of this register is not ours
  return {
    h0RhPct: block.readUInt8(0) / 2,
    h1RhPct: block.readUInt8(1) / 2,
    t0C: (((msb & 0b0011) << 8) | block.readUInt8(2)) / 8,
    t1C: (((msb & 0b1100) << 6) | block.readUInt8(3)) / 8,
    h0Out: block.readInt16LE(6),
    h1Out: block.readInt16LE(10),
    t0Out: block.readInt16LE(12),
    t1Out: block.readInt16LE(14),
  };
}

export const humidityCalibrated = (c: Hts221Calibration): boolean => c.h0Out !== c.h1Out && c.h0RhPct !== c.h1RhPct;
export const temperatureCalibrated = (c: Hts221Calibration): boolean => c.t0Out !== c.t1Out && c.t0C !== c.t1C;

/** Along the factory line, before any check; null without one. The humidity slope is negative on most parts. */
export const temperatureOf = (raw: number, c: Hts221Calibration): number | null =>
  temperatureCalibrated(c) ? c.t0C + ((c.t1C - c.t0C) * (raw - c.t0Out)) / (c.t1Out - c.t0Out) : null;
export const humidityOf = (raw: number, c: Hts221Calibration): number | null =>
  humidityCalibrated(c) ? c.h0RhPct + ((c.h1RhPct - c.h0RhPct) * (raw - c.h0Out)) / (c.h1Out - c.h0Out) : null;

/** Reads the factory calibration. It writes nothing, so it is safe beside a running station. */
export const factoryCalibration = async (bus: Pick<ChipBus, 'readBlock'>): Promise<Hts221Calibration> =>
  parseCalibration(await bus.readBlock(ADDRESS, H0_RH_X2 | AUTO_INCREMENT, 16));

/** Relative humidity and the temperature of its element. ST datasheet HTS221 rev. 5, calibration note TN1218. */
export class Hts221 implements Chip<Hts221Reading> {
  readonly name = 'HTS221 (humidity)';
  readonly address = ADDRESS;
  readonly identityRegister = WHO_AM_I;
  readonly running: Setting;
  readonly asleep: readonly Setting[] = [[CTRL_REG1, 0x00]];
  #calibration: Hts221Calibration | null = null;
  constructor(
    private readonly bus: ChipBus,
    private readonly pause: Pause,
    sampleIntervalS = 2,
  ) {
    this.running = [CTRL_REG1, sampleIntervalS > 1.1 ? RUNNING_1_HZ : RUNNING_7_HZ]; // every turn is to find a reading of its own
  }

  probe(): Promise<void> {
    return expectIdentity(this.bus, this, 0xbc);
  }

  async init(): Promise<void> {
    await writeAll(this.bus, ADDRESS, [
      [CTRL_REG1, 0x00],
      [AV_CONF, 0x1b], // 16 temperature and 32 humidity samples averaged
      [CTRL_REG2, 0x00], // heater off: it shifts both readings
      [CTRL_REG3, 0x00],
      this.running,
    ]);
    this.#calibration = await this.#readCalibration();
    await this.pause(1000);
  }

  async read(): Promise<Hts221Reading | null> {
    const calibration = this.#calibration;
    if (!calibration) throw new Error(`${this.name}: read before init`);
    const block = await this.bus.readBlock(ADDRESS, STATUS_REG | AUTO_INCREMENT, 5);
    const status = block.readUInt8(0);
    if (!(status & (HUMIDITY_READY | TEMPERATURE_READY))) return null;
    const humidityPct = status & HUMIDITY_READY ? humidityOf(block.readInt16LE(1), calibration) : null;
    const temperatureC = status & TEMPERATURE_READY ? temperatureOf(block.readInt16LE(3), calibration) : null;
    return {
      humidityPct: humidityPct === null ? null : Math.min(100, Math.max(0, humidityPct)), // over 100 after fog is normal
      temperatureC: temperatureC !== null && temperatureC >= -40 && temperatureC <= 120 ? temperatureC : null,
    };
  }

  /** Status and data come in one transfer: no reset can slip in between. */
  couldBeReset(): boolean {
    return false;
  }

  get defect(): Sentence | null {
    if (!this.#calibration) return null;
    if (!temperatureCalibrated(this.#calibration)) return sentence('chip.damaged-temperature', { chip: this.name });
    if (!humidityCalibrated(this.#calibration)) return sentence('chip.damaged-humidity', { chip: this.name });
    return null;
  }

  /** Read too soon after power-up, the chip has not copied its calibration yet and all bytes are zero. */
  async #readCalibration(): Promise<Hts221Calibration> {
    for (let left = CALIBRATION_READS; left > 0; left--) {
      const calibration = await factoryCalibration(this.bus);
      if (humidityCalibrated(calibration) && temperatureCalibrated(calibration)) return calibration;
      if (left === 1 && (humidityCalibrated(calibration) || temperatureCalibrated(calibration))) return calibration;
      if (left > 1) await this.pause(100);
    }
    throw new ChipFault('calibration', sentence('chip.zeros', { chip: this.name }));
  }
}
