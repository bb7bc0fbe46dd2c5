import type { Quantity } from './quantity.ts';

type Four = 1 | 2 | 3 | 4;
type Eight = Four | 5 | 6 | 7 | 8;
type Sixteen = Eight | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;
type Upto = { 8: Eight; 16: Sixteen; 24: Sixteen | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 };
/** Fields of a numbered channel that differ between kinds. */
type Channel = Required<Pick<Quantity, 'unit' | 'decimals' | 'range' | 'narrow' | 'input' | 'csvBehind'>> & {
  /** A template type: a union with plain `string` would lose its other names. */
  chart: ChannelChart;
  /** Name in English, without the number. */
  called: readonly [kind: string, measure: string];
  /** Home Assistant has none for PM4 that older ones know: they would drop the entity. */
  deviceClass?: string;
};
type ChannelChart =
  | `ch${number}_${'temp' | 'hum'}`
  | `probe${number}_temp`
  | `${'soil' | 'leaf' | 'soil_tension' | 'leaf_scale'}${number}`
  | `pm${number}_${'pm1' | 'pm25' | 'pm4' | 'pm10'}`;
const ALIKE = { group: 'channel', kind: 'level', origin: 'raw' } as const;

/** Fields that every channel makes of its own in the same way. */
const channel = <C extends ChannelChart>(
  n: number,
  { called: [kind, measure], deviceClass, ...row }: Channel & { chart: C },
) => ({
  ...ALIKE,
  ...row,
  telemetry: `channels.${row.chart}` as `channels.${C}`,
  push: row.chart,
  sentDecimals: row.decimals + 1,
  mqtt: { key: row.chart, name: `${kind} ${n} ${measure}`, needs: 'own', ...(deviceClass && { deviceClass }) } as const,
});

/** Numbered channels of bought stations: `soil1Pct` to `soil16Pct`. */
const numbered = <P extends string, N extends keyof Upto, S extends string>(
  prefix: P,
  most: N,
  suffix: S,
  row: (n: number) => Channel,
) =>
  Object.fromEntries(
    Array.from({ length: most }, (_, i) => [`${prefix}${i + 1}${suffix}`, channel(i + 1, row(i + 1))]),
  ) as Record<`${P}${Upto[N]}${S}`, ReturnType<typeof channel<ChannelChart>>>;
/** Numbers of channels in the narrow tables: those that came later stand in a block of their own. */
const at = (n: number, first: number, later: readonly [from: number, block: number]) =>
  (n < later[0] ? first : later[1]) + n;

/** Particles beside the CO₂ of one monitor. */
const air = <C extends string>(chart: C, name: string, deviceClass?: string) =>
  ({
    ...ALIKE,
    unit: 'µg/m³',
    decimals: 1,
    sentDecimals: 2,
    range: [0, 1000],
    chart,
    csvBehind: `${chart}_ugm3`,
    push: chart,
    telemetry: `channels.${chart}`,
    mqtt: { key: chart, name, needs: 'own', ...(deviceClass && { deviceClass }) },
  }) as const;

/** Channels of bought stations. Only what a station has is stored. */
// biome-ignore format: a table
export const CHANNELS = {
  ...numbered('channel', 24, 'C', (n) => ({ unit: '°C', decimals: 1, range: [-60, 60], narrow: at(n, 20, [9, 100]), input: `ch${n}.temperature_c`, chart: `ch${n}_temp`, csvBehind: `ch${n}_c`, called: ['Channel', 'temperature'] })),
  ...numbered('channel', 24, 'Pct', (n) => ({ unit: '%', decimals: 0, range: [1, 100], narrow: at(n, 30, [9, 130]), input: `ch${n}.humidity_pct`, chart: `ch${n}_hum`, csvBehind: `ch${n}_pct`, called: ['Channel', 'humidity'] })),
  ...numbered('probe', 16, 'C', (n) => ({ unit: '°C', decimals: 1, range: [-40, 80], narrow: at(n, 40, [9, 160]), input: `probe${n}.temperature_c`, chart: `probe${n}_temp`, csvBehind: `probe${n}_c`, called: ['Probe', 'temperature'] })),
  ...numbered('soil', 16, 'Pct', (n) => ({ unit: '%', decimals: 0, range: [0, 100], narrow: 50 + n, input: `soil${n}.moisture_pct`, chart: `soil${n}`, csvBehind: `soil${n}_pct`, called: ['Soil', 'moisture'] })),
  ...numbered('leaf', 8, 'Pct', (n) => ({ unit: '%', decimals: 0, range: [0, 100], narrow: 70 + n, input: `leaf${n}.wetness_pct`, chart: `leaf${n}`, csvBehind: `leaf${n}_pct`, called: ['Leaf', 'wetness'] })),
  ...numbered('pm25Channel', 8, 'Ugm3', (n) => ({ unit: 'µg/m³', decimals: 1, range: [0, 1000], narrow: at(n, 80, [5, 180]), input: `pm${n}.pm25_ugm3`, chart: `pm${n}_pm25`, csvBehind: `pm${n}_pm25_ugm3`, called: ['Particles', 'PM2.5'], deviceClass: 'pm25' })),
  ...numbered('pm1Channel', 8, 'Ugm3', (n) => ({ unit: 'µg/m³', decimals: 1, range: [0, 1000], narrow: 190 + n, input: `pm${n}.pm1_ugm3`, chart: `pm${n}_pm1`, csvBehind: `pm${n}_pm1_ugm3`, called: ['Particles', 'PM1'], deviceClass: 'pm1' })),
  ...numbered('pm4Channel', 8, 'Ugm3', (n) => ({ unit: 'µg/m³', decimals: 1, range: [0, 1000], narrow: 200 + n, input: `pm${n}.pm4_ugm3`, chart: `pm${n}_pm4`, csvBehind: `pm${n}_pm4_ugm3`, called: ['Particles', 'PM4'] })),
  ...numbered('pm10Channel', 8, 'Ugm3', (n) => ({ unit: 'µg/m³', decimals: 1, range: [0, 1000], narrow: 210 + n, input: `pm${n}.pm10_ugm3`, chart: `pm${n}_pm10`, csvBehind: `pm${n}_pm10_ugm3`, called: ['Particles', 'PM10'], deviceClass: 'pm10' })),
  // Davis tells the tension of soil water, and leaf wetness on a scale of its own.
  ...numbered('soilTension', 16, 'Cb', (n) => ({ unit: 'cb', decimals: 0, range: [0, 200], narrow: 220 + n, input: `soil${n}.moisture_cb`, chart: `soil_tension${n}`, csvBehind: `soil${n}_cb`, called: ['Soil', 'water tension'] })),
  ...numbered('leafScale', 8, '', (n) => ({ unit: '1', decimals: 0, range: [0, 15], narrow: 240 + n, input: `leaf${n}.wetness`, chart: `leaf_scale${n}`, csvBehind: `leaf${n}_scale`, called: ['Leaf', 'wetness, 0 to 15'] })),
  pm25Ugm3: { ...air('pm25', 'Air quality PM2.5', 'pm25'), narrow: 85, input: 'co2.pm25_ugm3' },
  pm10Ugm3: { ...air('pm10', 'Air quality PM10', 'pm10'), narrow: 86, input: 'co2.pm10_ugm3' },
  pm1Ugm3: { ...air('pm1', 'Air quality PM1', 'pm1'), narrow: 87, input: 'co2.pm1_ugm3' },
  pm4Ugm3: { ...air('pm4', 'Air quality PM4'), narrow: 88, input: 'co2.pm4_ugm3' },
} as const satisfies Record<string, Quantity>;
