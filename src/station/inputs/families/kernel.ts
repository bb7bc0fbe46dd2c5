import { parseTemperatureFile, parseW1Slave } from '../../sensors/periphery/probe-text.ts';
import { Draft, numberOf } from '../draft.ts';
import type { Observation } from '../observation.ts';

/** Device of the kernel as it was read: the text of each node, null where it could not be read. */
export interface KernelDevice {
  bus: 'iio' | 'hwmon' | 'w1';
  /** Bus and address, `i2c-1-0076`, or the serial number: `iio:device0` and `hwmon2` change places at a restart. */
  key: string;
  name: string;
  nodes: Readonly<Record<string, string | null>>;
}

interface Channel {
  /** `in_temp`, without `_input`, `_raw`, `_scale`, `_offset`. */
  node: string;
  path: string;
  /** From the kernel's unit to ours. */
  factor: number;
  /** A raw number at the end of the converter's scale: the truth is anywhere above. */
  saturatedAt?: number;
}

const MILLI = 0.001;
const IIO: readonly Channel[] = [
  { node: 'in_temp', path: 'outdoor.temperature_c', factor: MILLI },
  { node: 'in_temp0', path: 'outdoor.temperature_c', factor: MILLI },
  { node: 'in_temp_ambient', path: 'outdoor.temperature_c', factor: MILLI },
  { node: 'in_pressure', path: 'pressure.station_hpa', factor: 10 }, // kPa
  { node: 'in_pressure0', path: 'pressure.station_hpa', factor: 10 },
  { node: 'in_humidityrelative', path: 'outdoor.humidity_pct', factor: MILLI },
  { node: 'in_humidityrelative0', path: 'outdoor.humidity_pct', factor: MILLI },
  { node: 'in_illuminance', path: 'sun.light_lx', factor: 1, saturatedAt: 65_535 },
  { node: 'in_illuminance0', path: 'sun.light_lx', factor: 1, saturatedAt: 65_535 },
  { node: 'in_uvindex', path: 'sun.uv_index', factor: 1 },
  { node: 'in_concentration_co2', path: 'co2.co2_ppm', factor: 10_000 }, // percent
  { node: 'in_massconcentration_pm1', path: 'pm1.pm1_ugm3', factor: 1 },
  { node: 'in_massconcentration_pm2p5', path: 'pm1.pm25_ugm3', factor: 1 },
  { node: 'in_massconcentration_pm4', path: 'pm1.pm4_ugm3', factor: 1 },
  { node: 'in_massconcentration_pm10', path: 'pm1.pm10_ugm3', factor: 1 },
];
const HWMON: readonly Channel[] = [
  { node: 'temp1', path: 'outdoor.temperature_c', factor: MILLI },
  { node: 'humidity1', path: 'outdoor.humidity_pct', factor: MILLI },
];
const W1: readonly Channel[] = [{ node: 'temperature', path: 'outdoor.temperature_c', factor: MILLI }];
const CHANNELS = { iio: IIO, hwmon: HWMON, w1: W1 } as const;

/** The computer's own temperatures and converters. */
const NOT_WEATHER =
  /cpu|gpu|soc|thermal|volt|nvme|drivetemp|coretemp|k10temp|acpi|battery|adc|accel|gyro|magn|imu|fan|pmic|wifi|phy|w1_slave_temp/i;
/** Thermometers of hwmon without a humidity: any other may measure a board, a disk or a processor. */
const THERMOMETERS = /^(lm75|lm73|tmp10[0-9]|tmp117|ds1621|ds1775|mcp9808|adt7410|ds18b20|sts3x)/i;

/** Nodes worth reading of a device, by the names that stand in its folder; none where it measures no weather. */
export function nodesOf(bus: KernelDevice['bus'], name: string, found: readonly string[]): string[] {
  if (bus !== 'w1' && NOT_WEATHER.test(name)) return [];
  // Either read is a measurement, and only the first has a checksum. Of 1-wire, family 28 alone is looked for: the DS18B20.
  if (bus === 'w1') return ['w1_slave', 'temperature'].filter((node) => found.includes(node)).slice(0, 1);
  const wanted = CHANNELS[bus].filter(({ node }) => found.includes(`${node}_input`) || found.includes(`${node}_raw`));
  if (bus === 'hwmon' && !found.includes('humidity1_input') && !THERMOMETERS.test(name)) return [];
  // A processed value is the driver's own; raw, offset and scale are its parts, and each read may cost a measurement.
  return wanted.flatMap(({ node }) =>
    found.includes(`${node}_input`)
      ? [`${node}_input`]
      : [`${node}_raw`, `${node}_offset`, ...scalesOf(node)].filter((one) => found.includes(one)),
  );
}

/** The scale of one channel, or of all channels of its kind. */
const scalesOf = (node: string): string[] => [
  `${node}_scale`,
  ...(node.startsWith('in_massconcentration') ? ['in_massconcentration_scale'] : []),
];

/** Decodes one device. A node that cannot be read is a missing value; the others count. */
export function decodeKernel({ bus, key, name, nodes }: KernelDevice): Observation[] {
  const isAddress = /^\d+-[0-9a-f]{4}$/.test(name); // what older kernels call an Si7021
  const draft = new Draft('kernel', key, bus === 'w1' ? 'ds18b20' : isAddress ? null : name.slice(0, 60));
  for (const channel of CHANNELS[bus]) draft.put(channel.path, reading(bus, channel, nodes));
  const read = draft.done();
  return Object.keys(read.values).length === 0 ? [] : [read];
}

function reading(bus: KernelDevice['bus'], channel: Channel, nodes: KernelDevice['nodes']): number | null {
  if (bus === 'w1') return oneWire(nodes);
  const read = (node: string): number | null => numberOf(nodes[node]?.trim());
  const processed = read(`${channel.node}_input`);
  if (processed !== null) return inOurs(channel, processed, channel.factor);
  const raw = read(`${channel.node}_raw`);
  if (bus !== 'iio' || raw === null || raw === channel.saturatedAt) return null;
  const [scaleNode] = scalesOf(channel.node).filter((node) => nodes[node] !== undefined);
  // A scale that is there and cannot be read leaves the value unknown.
  const scale = scaleNode === undefined ? 1 : read(scaleNode);
  const offset = nodes[`${channel.node}_offset`] === undefined ? 0 : read(`${channel.node}_offset`);
  if (scale === null || offset === null) return null;
  return inOurs(channel, (raw + offset) * scale, factorOf(channel, scale));
}

/** Drivers of gas sensors (SGP30, iAQ-Core, VZ89x) give CO₂ as a share where the interface wants percent. Air has at least .03 percent of it. */
const SHARE_BELOW = 0.02;
const inOurs = ({ path }: Channel, value: number, factor: number): number =>
  path.endsWith('co2_ppm') && value < SHARE_BELOW ? value * 100 * factor : value * factor;

/** Older kernels give the HDC3020 a scale in degrees where the interface wants thousandths: a 16-bit thermometer has no finer step. */
const factorOf = ({ path, factor }: Channel, scale: number): number =>
  path.endsWith('temperature_c') && scale < 0.1 ? 1 : factor;

function oneWire(nodes: KernelDevice['nodes']): number | null {
  const slave = nodes['w1_slave'] ?? null;
  const said = slave === null ? parseTemperatureFile(nodes['temperature'] ?? '') : parseW1Slave(slave);
  return said.ok ? said.celsius : null;
}
