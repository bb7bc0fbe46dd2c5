import {
  headingDeg,
  horizontalFieldUt,
  pitchDeg,
  rollDeg,
  showsGravity,
  showsNorth,
} from '../../../src/station/attitude/attitude.ts';
import { circle, norm, radians } from '../../../src/station/attitude/vectors.ts';
import {
  Hts221,
  humidityCalibrated,
  humidityOf,
  parseCalibration,
  temperatureCalibrated,
  temperatureOf,
} from '../../../src/station/sensors/chips/hts221.ts';
import { Lps25h, temperatureOf as lpsTemperatureOf, pressureOf } from '../../../src/station/sensors/chips/lps25h.ts';
import { bodyAccel, bodyField, bodyGyro, parseAxes } from '../../../src/station/sensors/chips/lsm9ds1-axes.ts';
import { DPS_PER_COUNT, G_PER_COUNT, Lsm9ds1Inertial } from '../../../src/station/sensors/chips/lsm9ds1-inertial.ts';
import { Lsm9ds1Magnetometer, UT_PER_COUNT } from '../../../src/station/sensors/chips/lsm9ds1-magnetometer.ts';
import type { Vec3 } from '../../../src/station/sensors/sample.ts';
import { differences, type GoldenCase } from './compare.ts';
import { busOf, chipOf, image, noPause, type Registers, vectors } from './vectors.ts';

const bytes = (registers: Registers, from: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => registers[`0x${(from + i).toString(16).padStart(2, '0')}`] ?? 0));

const refused = (error: unknown): null => {
  if (error instanceof Error && 'kind' in error && error.kind === 'calibration') return null;
  throw error;
};

export const humidityCases: GoldenCase[] = vectors.hts221.cases.map((golden) => ({
  section: 'hts221',
  name: golden.name,
  run: async () => {
    const registers = image(golden.registers);
    const chip = new Hts221(busOf({ 95: chipOf('hts221', registers) }), noPause);
    await chip.probe();
    const reading = await chip.init().then(() => chip.read(), refused);
    const c = parseCalibration(bytes(registers, 0x30, 16));
    const [hOut, tOut] = [bytes(registers, 0x28, 2).readInt16LE(), bytes(registers, 0x2a, 2).readInt16LE()];
    return differences(golden.expect, {
      calibration: {
        h0_rh: c.h0RhPct,
        h1_rh: c.h1RhPct,
        t0_c: c.t0C,
        t1_c: c.t1C,
        h0_t0_out: c.h0Out,
        h1_t0_out: c.h1Out,
        t0_out: c.t0Out,
        t1_out: c.t1Out,
      },
      h_out: hOut,
      t_out: tOut,
      temperature_ready: (registers['0x27']! & 1) !== 0,
      humidity_ready: (registers['0x27']! & 2) !== 0,
      temperature_calibration_ok: temperatureCalibrated(c),
      humidity_calibration_ok: humidityCalibrated(c),
      temperature_unchecked_c: temperatureOf(tOut, c),
      humidity_unclamped_pct: humidityOf(hOut, c),
      temperature_c: reading?.temperatureC ?? null,
      humidity_pct: reading?.humidityPct ?? null,
    });
  },
}));

export const pressureCases: GoldenCase[] = vectors.lps25h.cases.map((golden) => ({
  section: 'lps25h',
  name: golden.name,
  run: async () => {
    const registers = image(golden.registers);
    const chip = new Lps25h(busOf({ 92: chipOf('lps25h', registers) }), noPause);
    await chip.probe();
    await chip.init();
    const reading = await chip.read();
    const [pRaw, tRaw] = [bytes(registers, 0x28, 3).readIntLE(0, 3), bytes(registers, 0x2b, 2).readInt16LE()];
    const status = registers['0x27']!;
    return differences(golden.expect, {
      p_raw: pRaw,
      t_raw: tRaw,
      pressure_ready: (status & 0x02) !== 0,
      temperature_ready: (status & 0x01) !== 0,
      pressure_overrun: (status & 0x20) !== 0,
      temperature_overrun: (status & 0x10) !== 0,
      pressure_unchecked_hpa: pressureOf(pRaw),
      temperature_unchecked_c: lpsTemperatureOf(tRaw),
      pressure_hpa: reading?.pressureHpa ?? null,
      temperature_c: reading?.temperatureC ?? null,
    });
  },
}));

const triple = ({ x, y, z }: Vec3): number[] => [x, y, z];

/** At the driver's own ranges through the driver; at others, which initialising would overwrite, through its conversion. */
export const inertialCases: GoldenCase[] = vectors.lsm9ds1.cases.map((golden) => ({
  section: 'lsm9ds1',
  name: golden.name,
  run: async () => {
    const [ag, mag] = [image(golden.ag_registers), image(golden.mag_registers)];
    let accel = parseAxes(bytes(ag, 0x28, 6), G_PER_COUNT[golden.accel_fs_g as 2]);
    let gyro = parseAxes(bytes(ag, 0x18, 6), DPS_PER_COUNT[golden.gyro_fs_dps as 245]);
    let field = parseAxes(bytes(mag, 0x28, 6), UT_PER_COUNT[golden.mag_fs_gauss as 4]);
    if (golden.accel_fs_g === 2 && golden.gyro_fs_dps === 245 && golden.mag_fs_gauss === 4) {
      const bus = busOf({ 106: chipOf('lsm9ds1_ag', ag), 28: chipOf('lsm9ds1_mag', mag) });
      const [inertial, magnetometer] = [new Lsm9ds1Inertial(bus, noPause), new Lsm9ds1Magnetometer(bus, noPause)];
      for (const chip of [inertial, magnetometer]) {
        await chip.probe();
        await chip.init();
      }
      const reading = (await inertial.read())!;
      [accel, gyro, field] = [reading.accelG!, reading.gyroDps!, (await magnetometer.read())!];
    }
    const [a, w, m] = [bodyAccel(accel.chip), bodyGyro(gyro.chip), bodyField(field.chip)];
    const level = !accel.clipped && showsGravity(a);
    const turned = level && !field.clipped;
    const roll = level ? rollDeg(a) : null;
    const pitch = level ? pitchDeg(a) : null;
    const { chip_temperature_c: _, ...known } = golden.expect; // the chip says it; nobody asks
    return differences(known, {
      accel_chip_g: triple(accel.chip),
      gyro_chip_dps: triple(gyro.chip),
      mag_chip_ut: triple(field.chip),
      accel_g: triple(a),
      gyro_dps: triple(w),
      mag_ut: triple(m),
      gyro_rad_s: triple(w).map(radians),
      accel_norm_g: norm(a),
      mag_norm_ut: norm(m),
      accel_clipped: accel.clipped,
      gyro_clipped: gyro.clipped,
      mag_clipped: field.clipped,
      roll_deg: roll,
      pitch_deg: pitch,
      heading_deg: turned ? headingDeg(a, m) : null,
      horizontal_field_ut: turned ? horizontalFieldUt(a, m) : null,
      roll_deg_0_360: roll === null ? null : circle(roll),
      pitch_deg_0_360: pitch === null ? null : circle(pitch),
      heading_reliable: turned && showsNorth(a, m),
    });
  },
}));
