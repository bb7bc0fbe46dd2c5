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
const REPLAY = 'replay:';

export const hasBus = (busNumber: number): boolean => existsSync(`/dev/i2c-${busNumber}`);

/**
 * Board that the settings mean on this machine. A folder with a real station's history keeps its board: one that has come loose shows as
 * missing, and never turns into a simulator by itself.
 */
export function kindOfBoard({ source, i2c_bus: bus }: Config['sensors'], owner: BoardKind | null): BoardKind {
  if (source.startsWith(REPLAY)) return 'replay';
  if (INPUT_SOURCES.has(source)) return 'inputs';
  if (source === OUTDOOR_SIMULATOR) return 'simulator';
  if (source === 'sense-hat' || source === 'simulator') return source;
  return owner === 'sense-hat' || hasBus(bus) ? 'sense-hat' : 'simulator';
}

/** Simulator in a weather: a folder keeps the one it began with. */
export const simulatorOf = ({ site, sensors, compensation }: Config, weather: Weather): SimulatorBoard =>
  new SimulatorBoard({
    ...weather,
    place: site,
    psychrometric: compensation.psychrometric,
    outdoors: sensors.source === OUTDOOR_SIMULATOR,
  });

export function buildBoard(kind: BoardKind, config: Config, clock: Clock, weather: () => Weather): Board {
  const { sensors } = config;
  switch (kind) {
    case 'inputs':
      return noBoard;
    case 'simulator':
      return simulatorOf(config, weather());
    case 'replay': {
      const file = resolve(sensors.source.slice(REPLAY.length));
      if (!existsSync(file)) throw new UserError(`The file to replay, ${file}, does not exist.`);
      return new ReplayBoard(new NodeFiles(), file, sensors.replay_speed);
    }
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
