import { cpuHeatC } from '../../../src/station/air/compensation/thermal.ts';
import { rhAtAirTemperature } from '../../../src/station/air/physics/humidity.ts';
import { i2cFault } from '../../../src/station/sensors/bus/bus-errors.ts';
import { CpuTemperature } from '../../../src/station/sensors/machine/cpu-temperature.ts';
import { FirmwareTool } from '../../../src/station/sensors/machine/firmware-tool.ts';
import { differences, type GoldenCase } from './compare.ts';
import { chipOf, vectors } from './vectors.ts';

export const incrementCases: GoldenCase[] = vectors.bus_behaviour.map((golden) => ({
  section: 'bus behaviour',
  name: `${golden.chip}: ${golden.name}`,
  run: () =>
    differences(golden.returns, [...chipOf(golden.chip, golden.registers).read(Number(golden.command), golden.length)]),
}));

export const errorCases: GoldenCase[] = vectors.i2c_errors.cases.map((golden) => ({
  section: 'i2c errors',
  name: golden.name,
  run: () => {
    const { message, ...rest } = golden.error;
    const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    const fault = i2cFault(Object.assign(new Error(message), present));
    return differences(golden.expect, { class: fault.kind, retry: fault.retry });
  },
}));

/** Each text where it comes from: the firmware's tool, or a zone among others that are not the CPU's. */
export const cpuCases: GoldenCase[] = vectors.cpu_temperature.cases.map((golden) => ({
  section: 'cpu temperature',
  name: golden.name,
  run: async () => {
    const fromTool = golden.text.startsWith('temp=');
    const zones: Record<string, string> = fromTool
      ? {}
      : { thermal_zone0: 'gpu-thermal', thermal_zone1: 'soc-other', thermal_zone2: 'cpu-thermal' };
    const files = {
      list: async () => Object.keys(zones),
      readText: async (path: string) => {
        const zone = path.split('/').at(-2)!;
        if (path.endsWith('/type')) return `${zones[zone]}\n`;
        return zone === 'thermal_zone2' ? golden.text : '12345\n';
      },
    };
    const cpu = new CpuTemperature(files, new FirmwareTool(fromTool ? async () => golden.text : null));
    return differences(golden.expect_c, await cpu.read());
  },
}));

/**
 * The offset exactly. The humidity to 0.3 %: the vectors move it by a Magnus formula, the product by that of Murphy & Koop, which
 * is closer to the truth and differs by less than that.
 */
const FORMULAS_DIFFER = 0.003;

export const heatCases: GoldenCase[] = vectors.heat_compensation.cases.map((golden) => ({
  section: 'heat compensation',
  name: `sensor ${golden.sensor_c} C, CPU ${golden.cpu_c} C`,
  run: () => {
    const offset_c = cpuHeatC(golden.sensor_c, golden.cpu_c, golden.k);
    const temperature_c = golden.sensor_c - offset_c;
    const moved = rhAtAirTemperature(golden.expect.humidity_at_element_pct, golden.sensor_c, temperature_c);
    const { offset_c: offset, temperature_c: temperature, ...humidity } = golden.expect;
    const came = {
      humidity_at_element_pct: golden.expect.humidity_at_element_pct,
      humidity_at_air_unclamped_pct: moved,
      humidity_at_air_pct: Math.min(100, Math.max(0, moved)),
    };
    return [
      ...differences({ offset_c: offset, temperature_c: temperature }, { offset_c, temperature_c }),
      ...differences(humidity, came, '', FORMULAS_DIFFER),
    ];
  },
}));
