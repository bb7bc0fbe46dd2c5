import type { Clock } from '../../../base/clock.ts';
import type { ChipBus, I2cBus, Pause } from '../bus/bus.ts';
import { i2cFault } from '../bus/bus-errors.ts';
import { BusWatch } from '../bus/bus-watch.ts';
import { holderOf } from '../bus/holder.ts';
import { LateBus } from '../bus/late-bus.ts';
import { RetryingBus } from '../bus/retrying-bus.ts';
import type { Chip } from '../chips/chip.ts';
import { ChipSlot } from '../chips/chip-slot.ts';
import { ColourSensor } from '../chips/colour-sensor.ts';
import { Hts221, type Hts221Reading } from '../chips/hts221.ts';
import { Lps25h, type Lps25hReading } from '../chips/lps25h.ts';
import { type AxesReading, bodyAccel, bodyField, bodyGyro } from '../chips/lsm9ds1-axes.ts';
import { type InertialReading, Lsm9ds1Inertial } from '../chips/lsm9ds1-inertial.ts';
import { Lsm9ds1Magnetometer } from '../chips/lsm9ds1-magnetometer.ts';
import { CpuTemperature } from '../machine/cpu-temperature.ts';
import type { Files } from '../machine/files.ts';
import { FirmwareTool, type RunCommand } from '../machine/firmware-tool.ts';
import { Throttling } from '../machine/throttling.ts';
import type { Board, BoardNotice, LightReading, Sample, Vec3 } from '../sample.ts';

const THROTTLING_CHECK_MS = 10_000;
const HTS221_IDENTITY = [0x5f, 0x0f] as const;

export interface SenseHatParts {
  clock: Clock;
  /** Opens the bus, on a Pi `openI2cBus`. The board closes what it was given. */
  openBus(): Promise<I2cBus>;
  files: Pick<Files, 'readText' | 'list' | 'link'>;
  /** Runs the firmware tool, if sysfs lacks a value; null without the tool. */
  runCommand: RunCommand | null;
  /** N of /dev/i2c-N, to name the driver that holds an address. */
  busNumber: number;
  /** Seconds between turns: chips whose usual pace is too slow for it run faster. */
  sampleIntervalS: number;
}

/** The Sense HAT with whatever of its chips answers. A turn takes 16 bus transfers at most. */
export class SenseHatBoard implements Board {
  readonly kind = 'sense-hat';
  readonly #notices: BoardNotice[] = [];
  readonly #closing = new AbortController();
  readonly #bus: LateBus;
  readonly #watch: BusWatch;
  readonly #pressure: ChipSlot<Lps25hReading>;
  readonly #humidity: ChipSlot<Hts221Reading>;
  readonly #inertial: ChipSlot<InertialReading>;
  readonly #field: ChipSlot<AxesReading>;
  readonly #light: ChipSlot<LightReading>;
  readonly #slots: ReadonlyArray<ChipSlot<unknown>>;
  readonly #cpu: CpuTemperature;
  readonly #throttling: Throttling;
  #throttlingDueMs = 0;
  #turn: Promise<Sample> | null = null;

  constructor(private readonly parts: SenseHatParts) {
    const { clock, files, runCommand } = parts;
    this.#bus = new LateBus(parts.openBus);
    this.#watch = new BusWatch(
      clock,
      (notice) => this.#notices.push(notice),
      () => this.#bus.readBlock(...HTS221_IDENTITY, 1),
      () => {
        for (const slot of this.#slots) slot.restart();
      },
    );
    const pause: Pause = async (ms) => {
      await clock.sleep(ms, this.#closing.signal);
      this.#closing.signal.throwIfAborted();
    };
    this.#pressure = this.#slot((bus) => new Lps25h(bus, pause));
    this.#humidity = this.#slot((bus) => new Hts221(bus, pause, parts.sampleIntervalS));
    this.#inertial = this.#slot((bus) => new Lsm9ds1Inertial(bus, pause));
    this.#field = this.#slot((bus) => new Lsm9ds1Magnetometer(bus, pause));
    this.#light = this.#slot((bus) => new ColourSensor(bus, pause, clock), true);
    this.#slots = [this.#pressure, this.#humidity, this.#inertial, this.#field, this.#light];
    const tool = new FirmwareTool(runCommand);
    this.#cpu = new CpuTemperature(files, tool);
    this.#throttling = new Throttling(files, tool);
  }

  /** Settled by `open`; turns true later if the sensor is found later. */
  get hasColourSensor(): boolean {
    return this.#light.isFound;
  }

  /** Probes the chips. They settle in the background within 2 s, and give null until then. */
  async open(): Promise<void> {
    for (const slot of this.#slots) if (!this.#watch.isAway) await slot.find();
  }

  read(_tS: number): Promise<Sample> {
    this.#turn ??= this.#read().finally(() => {
      this.#turn = null;
    });
    return this.#turn;
  }

  takeNotices(): BoardNotice[] {
    return this.#notices.splice(0);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turn;
    await this.#watch.idle();
    for (const slot of this.#slots) await slot.stop();
    await this.#bus.close();
  }

  async #read(): Promise<Sample> {
    const [chips, cpuC] = await Promise.all([this.#readChips(), this.#cpu.read(), this.#checkThrottling()]);
    return { ...chips, cpuC };
  }

  /** Reads the chips one after the other: on a bus that just got stuck, each further transfer would cost a second. */
  async #readChips(): Promise<Omit<Sample, 'cpuC'>> {
    this.#watch.look();
    const pressure = await this.#ask(this.#pressure);
    const humidity = await this.#ask(this.#humidity);
    const inertial = await this.#ask(this.#inertial);
    const field = await this.#ask(this.#field);
    const light = await this.#ask(this.#light);
    return {
      pressureHpa: pressure?.pressureHpa ?? null,
      pressureChipC: pressure?.temperatureC ?? null,
      humidityPct: humidity?.humidityPct ?? null,
      humidityChipC: humidity?.temperatureC ?? null,
      accelG: inBody(inertial?.accelG, bodyAccel),
      gyroDps: inBody(inertial?.gyroDps, bodyGyro),
      fieldUt: inBody(field, bodyField),
      light,
    };
  }

  async #ask<R>(slot: ChipSlot<R>): Promise<R | null> {
    return this.#watch.isAway ? null : slot.poll();
  }

  async #checkThrottling(): Promise<void> {
    if (this.parts.clock.steadyMs() < this.#throttlingDueMs) return;
    this.#throttlingDueMs = this.parts.clock.steadyMs() + THROTTLING_CHECK_MS;
    const notice = await this.#throttling.check();
    if (notice) this.#notices.push(notice);
  }

  #slot<R>(make: (bus: ChipBus) => Chip<R>, optional = false): ChipSlot<R> {
    const bus = new RetryingBus(this.#bus);
    const around = {
      clock: this.parts.clock,
      closing: this.#closing.signal,
      tell: (notice: BoardNotice) => this.#notices.push(notice),
      busFault: (error: unknown) => this.#watch.fault(error),
      othersAnswer: (address: number) => this.#othersAnswer(address),
      holderOf: (address: number) => holderOf(this.parts.files, this.parts.busNumber, address),
    };
    return new ChipSlot(make(bus), bus, around, optional);
  }

  async #othersAnswer(address: number): Promise<boolean> {
    const others = this.#slots.filter(({ chip }) => chip.address !== address);
    const other = others.find((slot) => slot.isUp) ?? others[0]!; // absent will do: not acknowledging takes a working bus
    try {
      await this.#bus.readBlock(other.chip.address, other.chip.identityRegister, 1);
      return true;
    } catch (error) {
      return i2cFault(error).kind !== 'bus-stuck';
    }
  }
}

/** In the body's axes; a clipped axis has no value, only a bound, and without it the vector means nothing. */
const inBody = (reading: AxesReading | null | undefined, turn: (chip: Vec3) => Vec3): Vec3 | null =>
  reading && !reading.clipped ? turn(reading.chip) : null;
