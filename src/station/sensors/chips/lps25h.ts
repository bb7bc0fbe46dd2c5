import { sentence } from '../../../words/sentence.ts';
import { type ChipBus, hex, type Pause } from '../bus/bus.ts';
import { ChipFault, wrongChip } from '../bus/bus-errors.ts';
import { AUTO_INCREMENT, type Chip, readByte, type Setting, writeAll } from './chip.ts';

const ADDRESS = 0x5c;
const WHO_AM_I = 0x0f;
const RES_CONF = 0x10;
const CTRL_REG1 = 0x20;
const CTRL_REG2 = 0x21;
const STATUS_REG = 0x27;
const PRESS_OUT_XL = 0x28;
const TEMP_OUT_L = 0x2b;
const FIFO_CTRL = 0x2e;

const LPS25H = 0xbd;
const LPS22HB = 0xb1; // a relative with other registers and another scale
const TEMPERATURE_READY = 0b01;
const PRESSURE_READY = 0b10;
const RUNNING = 0xc4; // on, 25 Hz, no half-updated readings

export interface Lps25hReading {
  pressureHpa: number | null;
  temperatureC: number | null;
}

/** Before any check. */
export const pressureOf = (raw: number): number => raw / 4096;
export const temperatureOf = (raw: number): number => 42.5 + raw / 480;

const within = (value: number, low: number, high: number): number | null =>
  value >= low && value <= high ? value : null;

/** Pressure, as the moving mean of 32 conversions (1.28 s), and the chip's temperature. ST datasheets LPS25H, LPS25HB. */
export class Lps25h implements Chip<Lps25hReading> {
  readonly name = 'LPS25H (pressure)';
  readonly address = ADDRESS;
  readonly identityRegister = WHO_AM_I;
  readonly running: Setting = [CTRL_REG1, RUNNING];
  readonly asleep: readonly Setting[] = [
    [CTRL_REG2, 0x00],
    [CTRL_REG1, 0x00],
  ];
  constructor(
    private readonly bus: ChipBus,
    private readonly pause: Pause,
  ) {}

  async probe(): Promise<void> {
    const identity = await readByte(this.bus, ADDRESS, WHO_AM_I);
    if (identity === LPS22HB)
      throw new ChipFault('wrong-chip', sentence('chip.unsupported', { chip: this.name, found: 'LPS22HB' }));
    if (identity !== LPS25H) throw wrongChip(this.name, ADDRESS, identity, hex(LPS25H));
  }

  async init(): Promise<void> {
    await writeAll(this.bus, ADDRESS, [
      [CTRL_REG1, 0x00],
      [FIFO_CTRL, 0x00], // through bypass, or the FIFO keeps what it held
      [CTRL_REG2, 0x00],
      [RES_CONF, 0x05],
      [FIFO_CTRL, 0xdf], // mean of 32
      [CTRL_REG2, 0x40], // FIFO on
      [CTRL_REG1, RUNNING],
    ]);
    await this.pause(2000); // until the mean holds nothing from before
  }

  async read(): Promise<Lps25hReading | null> {
    const status = await readByte(this.bus, ADDRESS, STATUS_REG);
    if (!(status & (PRESSURE_READY | TEMPERATURE_READY))) return null; // before the first conversion: a plausible 760 hPa
    const pressure = await this.bus.readBlock(ADDRESS, PRESS_OUT_XL | AUTO_INCREMENT, 3);
    const temperature = await this.bus.readBlock(ADDRESS, TEMP_OUT_L | AUTO_INCREMENT, 2); // one burst would wrap in the FIFO
    return {
      pressureHpa: status & PRESSURE_READY ? within(pressureOf(pressure.readIntLE(0, 3)), 260, 1260) : null,
      temperatureC: status & TEMPERATURE_READY ? within(temperatureOf(temperature.readInt16LE()), -30, 105) : null,
    };
  }
}
