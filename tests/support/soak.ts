import { SenseHatBoard } from '../../src/station/sensors/boards/sense-hat.ts';
import type { BoardNotice, Sample } from '../../src/station/sensors/sample.ts';
import { busFaults } from './bus-faults.ts';
import { FakeClock } from './fake-clock.ts';
import { FakeFiles } from './fake-files.ts';
import { seeded } from './seeded.ts';
import type { Mishap } from './simulated-bus.ts';
import { ADDRESS, type ChipName, mildDay, SimulatedSenseHat, type World } from './simulated-sense-hat.ts';

export interface SoakReport {
  turns: number;
  episodes: Record<string, number>;
  /** Readings that a healthy chip owed. */
  owed: number;
  /** Of those, the ones that were null. */
  lost: string[];
  /** Readings, of healthy or ailing chips, that were not the truth. */
  wrong: string[];
  /** Downs and ups that did not alternate. */
  unpaired: string[];
  notices: number;
  /** In a turn of five healthy chips. */
  mostTransfers: number;
  transfers: number;
  pendingSleepsAfterClose: number;
  transfersAfterClose: number;
}

const TURN_MS = 2000;
const HOUR_MS = 3_600_000;
/** Longest re-probe, longest start-up, and the turn that shows it. */
const RECOVERY_MS = 60_000 + 2_300 + 2 * TURN_MS;
const BACKOFF_RECOVERY_MS = 480_000 + RECOVERY_MS;

const chips = Object.keys(ADDRESS) as ChipName[];

/** What one chip's part of a sample says, as one number beside the truth it should be. */
const reported: Record<
  ChipName,
  (sample: Sample, world: World) => [came: number, truth: number, within: number] | null
> = {
  humidity: ({ humidityPct }, world) => (humidityPct === null ? null : [humidityPct, world.humidityPct, 0.05]),
  pressure: ({ pressureHpa }, world) => (pressureHpa === null ? null : [pressureHpa, world.pressureHpa, 0.01]),
  inertial: ({ accelG }, world) => (accelG === null ? null : [accelG.z, world.accelG.z, 0.001]),
  field: ({ fieldUt }, world) => (fieldUt === null ? null : [-fieldUt.x, world.fieldUt.x, 0.05]),
  light: ({ light }, world) => {
    if (light === null) return null;
    const perMs = light.clear / light.gain / light.integrationMs;
    return light.saturated ? [0, 0, 1] : [perMs, world.light[0], 0.02 * world.light[0] + 0.01];
  },
};

/** Faults a chip can have, by name: what its transfers do, or what happens once at the beginning. */
const ailments: Record<string, () => Mishap> = {
  'no answer': busFaults.nack,
  'transfer errors': busFaults.transferError,
  'held by a driver': busFaults.claimed,
  'short reads': () => ({ shortBy: 1 }),
  'line held low': busFaults.stuckLine,
  reset: () => null,
};
const busAilments: Record<string, () => Mishap> = { 'bus vanished': busFaults.noBus, 'bus stuck': busFaults.stuckLine };

/** The whole board for `hours` of weather and faults, on a clock that passes a day in seconds. */
export async function soak(hours: number, seed: number): Promise<SoakReport> {
  const { uniform } = seeded(seed);
  const time = new FakeClock();
  let pendingSleeps = 0;
  const clock = {
    ...time,
    nowS: time.nowS,
    steadyMs: time.steadyMs,
    sleep: async (ms: number, signal: AbortSignal) => {
      pendingSleeps++;
      await time.sleep(ms, signal);
      pendingSleeps--;
    },
  };
  const hat = new SimulatedSenseHat(clock, worldAt);
  const files = new FakeFiles({
    '/sys/class/thermal/thermal_zone0/type': 'cpu-thermal\n',
    '/sys/class/thermal/thermal_zone0/temp': '48312\n',
  });
  const board = new SenseHatBoard({
    clock,
    openBus: async () => hat.bus,
    files,
    runCommand: null,
    busNumber: 1,
    sampleIntervalS: TURN_MS / 1000,
  });

  const ailing = new Map<ChipName | 'bus', { name: string; mishap: () => Mishap; untilMs: number }>();
  const soundFromMs = new Map<ChipName, number>(chips.map((name) => [name, 4 * TURN_MS]));
  hat.bus.mishap = ({ address }) => {
    const bus = ailing.get('bus');
    if (bus) return bus.mishap();
    const chip = chips.find((name) => ADDRESS[name] === address);
    const ailment = chip && ailing.get(chip);
    // Half the transfers get through, or all fail: loose contacts and dead chips.
    return ailment && (ailment.untilMs % 2 < 1 || uniform() < 0.5) ? ailment.mishap() : null;
  };

  const report: SoakReport = {
    turns: 0,
    episodes: {},
    owed: 0,
    lost: [],
    wrong: [],
    unpaired: [],
    notices: 0,
    mostTransfers: 0,
    transfers: 0,
    pendingSleepsAfterClose: 0,
    transfersAfterClose: 0,
  };
  const down = new Set<string>();

  const begin = (whom: ChipName | 'bus', kinds: Record<string, () => Mishap>, nowMs: number): void => {
    const [name, mishap] = Object.entries(kinds)[Math.floor(uniform() * Object.keys(kinds).length)]!;
    const lastsMs = name === 'reset' ? 0 : Math.min(600_000, -Math.log(1 - uniform()) * 60_000);
    report.episodes[name] = (report.episodes[name] ?? 0) + 1;
    const hit = whom === 'bus' ? chips : [whom];
    if (name === 'reset' || uniform() < 0.3) for (const chip of hit) hat.reset(chip);
    ailing.set(whom, { name, mishap, untilMs: nowMs + lastsMs });
    const recoveryMs = mishap === busFaults.stuckLine ? BACKOFF_RECOVERY_MS : RECOVERY_MS;
    for (const chip of hit) soundFromMs.set(chip, Math.max(soundFromMs.get(chip)!, nowMs + lastsMs + recoveryMs));
  };

  await board.open();
  await time.advance(3000);
  while (time.steadyMs() < hours * HOUR_MS) {
    await time.advance(TURN_MS);
    const nowMs = time.steadyMs();
    for (const [whom, { untilMs }] of ailing) if (nowMs >= untilMs) ailing.delete(whom);
    for (const chip of chips)
      if (!ailing.has(chip) && uniform() < TURN_MS / (0.5 * HOUR_MS)) begin(chip, ailments, nowMs);
    if (!ailing.has('bus') && uniform() < TURN_MS / (4 * HOUR_MS)) begin('bus', busAilments, nowMs);

    const before = hat.bus.transfers;
    const sample = await board.read(clock.nowS());
    const allSound = chips.every((chip) => nowMs >= soundFromMs.get(chip)!);
    if (allSound) report.mostTransfers = Math.max(report.mostTransfers, hat.bus.transfers - before);
    report.turns++;
    judge(sample, nowMs);
    for (const notice of board.takeNotices()) pair(notice);
  }
  await board.close();
  report.transfers = hat.bus.transfers;
  await time.advance(HOUR_MS);
  report.pendingSleepsAfterClose = pendingSleeps;
  report.transfersAfterClose = hat.bus.transfers - report.transfers;
  return report;

  function judge(sample: Sample, nowMs: number): void {
    const world = worldAt(nowMs);
    for (const chip of chips) {
      const sound = nowMs >= soundFromMs.get(chip)!;
      const reading = reported[chip](sample, world);
      if (sound) report.owed++;
      if (reading === null) {
        if (sound) report.lost.push(`${chip} at ${nowMs / 1000} s`);
      } else if (Math.abs(reading[0] - reading[1]) > reading[2]) {
        report.wrong.push(`${chip} at ${nowMs / 1000} s: ${reading[0]} instead of ${reading[1]}`);
      }
    }
  }

  function pair({ severity, data }: BoardNotice): void {
    report.notices++;
    const who = String(data?.['chip']);
    const wasDown = severity === 'info' ? down.delete(who) : down.has(who);
    if (wasDown !== (severity === 'info')) report.unpaired.push(`${who}: ${severity}`);
    if (severity !== 'info') down.add(who);
  }
}

/** A day with its light and its pressure; slow enough that a reading a second old is still true. */
function worldAt(steadyMs: number): World {
  const day = (2 * Math.PI * steadyMs) / (24 * HOUR_MS);
  const sun = Math.max(0, Math.sin(day));
  return {
    ...mildDay,
    humidityPct: 55 - 15 * Math.sin(day),
    pressureHpa: 1004 + 6 * Math.sin(day / 2),
    fieldUt: { x: -18 + Math.sin(day), y: 3, z: -44 },
    light: [200 * sun, 75 * sun, 80 * sun, 60 * sun],
  };
}
