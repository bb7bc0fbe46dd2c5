import { cctFromRgb } from '../../../src/station/air/physics/colour.ts';
import {
  fullScale,
  luxOf,
  nextGainIndex,
  saturationLimit,
  TCS3400,
  TCS34725,
} from '../../../src/station/sensors/chips/colour-light.ts';
import { ColourSensor } from '../../../src/station/sensors/chips/colour-sensor.ts';
import type { LightReading } from '../../../src/station/sensors/sample.ts';
import { differences, type GoldenCase } from './compare.ts';
import { busOf, chipOf, clockAtZero, image, noPause, vectors } from './vectors.ts';

/** Fewer clear counts than this are darkness: ams DN40's limit in the published vectors. */
const DARK_CLEAR_COUNTS = 10;

/** The channels as a screen colour, the brightest at full; black in the dark. */
function rawHex({ clear, red, green, blue }: LightReading): string {
  const brightest = Math.max(red, green, blue);
  if (clear < DARK_CLEAR_COUNTS || brightest === 0) return '#000000';
  return `#${[red, green, blue]
    .map((count) =>
      Math.round((255 * count) / brightest)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** McCamy's cross-check is published only where light has a colour temperature, and darkness has none. */
const crossCheck = (cctK: number | null): number | null =>
  cctK !== null && cctK >= 1500 && cctK <= 15_000 ? cctK : null;

export const lightCases: GoldenCase[] = vectors.colour.cases.map((golden) => ({
  section: 'colour',
  name: `${golden.chip}: ${golden.name}`,
  run: async () => {
    const registers = image(golden.registers);
    const bus = busOf({ [golden.address]: chipOf(golden.chip, registers) });
    const exposure = { gainIndex: registers['0x8f']!, cycles: 256 - registers['0x81']! };
    const sensor = new ColourSensor(bus, noPause, clockAtZero, exposure);
    await sensor.probe();
    await sensor.init();
    const reading = await sensor.read();
    const family = golden.chip === 'tcs34725' ? TCS34725 : TCS3400;
    const word = (low: string, high: string): number => registers[low]! + 256 * registers[high]!;
    const counts = {
      clear: word('0x94', '0x95'),
      red: word('0x96', '0x97'),
      green: word('0x98', '0x99'),
      blue: word('0x9a', '0x9b'),
    };
    const integrationMs = exposure.cycles * family.msPerCycle;
    const gain = family.gains[exposure.gainIndex]!;
    const came = {
      valid: reading !== null,
      saturated: reading?.saturated ?? false,
      cycles: exposure.cycles,
      integration_ms: reading?.integrationMs ?? integrationMs,
      gain: reading?.gain ?? gain,
      full_scale: fullScale(exposure.cycles),
      saturation_limit: saturationLimit(exposure.cycles, integrationMs),
      ...counts,
      ...(reading && { clear: reading.clear, red: reading.red, green: reading.green, blue: reading.blue }),
      ir: Math.max(0, (counts.red + counts.green + counts.blue - counts.clear) / 2),
      lux: reading?.lux ?? null,
      hex: reading && rawHex(reading),
      cct_dn40: reading?.cctK ?? null,
      cct_mccamy: reading && !reading.saturated ? cctFromRgb(reading.red, reading.green, reading.blue) : null,
    };
    const family_ok = sensor.name === `${family.name} (colour)` ? [] : [`found as ${sensor.name}`];
    const lux_ok = reading?.lux == null || luxOf(counts, gain, integrationMs) === reading.lux ? [] : ['lux differs'];
    const expected = { ...golden.expect, cct_mccamy: crossCheck(golden.expect.cct_mccamy) };
    return [...family_ok, ...lux_ok, ...differences(expected, came)];
  },
}));

export const gainCases: GoldenCase[] = vectors.colour.auto_gain.cases.map((golden) => ({
  section: 'colour auto-gain',
  name: `gain step ${golden.gain_index}, ${golden.clear} of ${golden.full_scale}`,
  run: () =>
    differences(
      golden.expect_next_gain_index,
      nextGainIndex(golden.gain_index, golden.clear, golden.full_scale, golden.saturation_flag),
    ),
}));
