import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import { INPUT_NAMES } from '../../config/inputs.ts';
import { noBoard } from '../../station/inputs/heard-board.ts';
import { ReplayBoard } from '../../station/sensors/boards/replay.ts';
import { SenseHatBoard } from '../../station/sensors/boards/sense-hat.ts';
import { SimulatorBoard } from '../../station/sensors/boards/simulator.ts';
import { openI2cBus } from '../../station/sensors/bus/i2c-bus.ts';
import type { RunCommand } from '../../station/sensors/machine/firmware-tool.ts';
import type { Board, BoardKind } from '../../station/sensors/sample.ts';
import type { Weather } from '../simulated-weather.ts';
import { UserError } from '../user-error.ts';
import { NodeFiles } from './files.ts';

/** Sources without a board: what reports here is all the station has. */
const INPUT_SOURCES: ReadonlySet<string> = new Set(INPUT_NAMES);
/** Whether the station's own air is that of a room. Bought stations tell the air outdoors, whatever the setting says of a board. */
export const isInside = ({ site, sensors }: Config, owner: BoardKind | null): boolean =>
  site.indoors && !(owner === null ? INPUT_SOURCES.has(sensors.source) : owner === 'inputs');

/** The simulator with the wind, rain and sun of a bought station beside the board. */
export const OUTDOOR_SIMULATOR = 'simulator:outdoors';

export type Source =
  | { kind: 'inputs' }
  | { kind: 'simulator'; outdoors?: boolean }
  | { kind: 'sense-hat' }
  | { kind: 'replay'; file: string };

export const hasBus = (busNumber: number): boolean => existsSync(`/dev/i2c-${busNumber}`);

/**
 * Board that the setting means on this machine. A folder with a real station's history keeps its board: one that has come loose shows as
 * missing, and never turns into a simulator by itself.
 */
export function chooseSource(setting: string, busNumber: number, owner: BoardKind | null): Source {
  if (setting.startsWith('replay:')) return { kind: 'replay', file: resolve(setting.slice('replay:'.length)) };
  if (INPUT_SOURCES.has(setting)) return { kind: 'inputs' };
  if (setting === OUTDOOR_SIMULATOR) return { kind: 'simulator', outdoors: true };
  if (setting === 'sense-hat' || setting === 'simulator') return { kind: setting };
  return { kind: owner === 'sense-hat' || hasBus(busNumber) ? 'sense-hat' : 'simulator' };
}

/** `seed` of the simulator's weather: a folder keeps the one it began with. */
export function buildBoard(source: Source, config: Config, clock: Clock, weather: Weather): Board {
  const { sensors, site, compensation } = config;
  switch (source.kind) {
    case 'inputs':
      return noBoard;
    case 'simulator':
      return new SimulatorBoard({
        ...weather,
        place: site,
        psychrometric: compensation.psychrometric,
        outdoors: source.outdoors ?? false,
      });
    case 'replay':
      if (!existsSync(source.file)) throw new UserError(`The file to replay, ${source.file}, does not exist.`);
      return new ReplayBoard(new NodeFiles(), source.file, sensors.replay_speed);
    case 'sense-hat':
      return new SenseHatBoard({
        clock,
        openBus: () => openI2cBus(sensors.i2c_bus),
        files: new NodeFiles(),
        runCommand,
        busNumber: sensors.i2c_bus,
        sampleIntervalS: sensors.sample_interval_s,
      });
  }
}

export const runCommand: RunCommand = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: 2000 })).stdout;
