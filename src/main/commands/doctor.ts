import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Config } from '../../station/config.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { parseArguments } from '../arguments.ts';
import type { Io } from '../command.ts';
import { addon, board, groupCheck, i2cEnabled } from '../doctor/bus-checks.ts';
import { type Check, examine, type Finding, type Patient, worst } from '../doctor/check.ts';
import { chipChecks } from '../doctor/chip-checks.ts';
import { framebuffer, joystick, oneWire } from '../doctor/device-checks.ts';
import { type Facilities, facilitiesOf } from '../doctor/facilities.ts';
import { database, dataFolder, diskSpace, inodes, port, site } from '../doctor/house-checks.ts';
import { describeMachine } from '../doctor/machine.ts';
import { clock, heat, power } from '../doctor/machine-checks.ts';
import { json, table } from '../doctor/report.ts';
import { NodeFiles } from '../files.ts';
import {
  defaultConfigFile,
  defaultDataDir,
  loadSettings,
  type Settings,
  type StationValues,
  stationOptions,
} from '../settings.ts';
import { UserError } from '../user-error.ts';

const CHECKS: readonly Check[] = [
  board,
  i2cEnabled,
  groupCheck('i2c', 'the I2C bus', ({ wantsBoard }) => wantsBoard),
  addon,
  ...chipChecks,
  oneWire,
  framebuffer,
  groupCheck('video', 'the LED matrix', ({ wantsBoard, config }) => wantsBoard && config.display.enabled),
  joystick,
  groupCheck('input', 'the joystick', ({ wantsBoard, config }) => wantsBoard && config.sensors.joystick),
  clock,
  power,
  heat,
  dataFolder,
  diskSpace,
  inodes,
  database,
  port,
  site,
];

const options = { ...stationOptions, json: { type: 'boolean' }, root: { type: 'string' } } as const;

/** Checks this machine, or a root folder in its place. Exit code 0 all well, 1 a warning, 2 a fault. */
export async function run(args: string[], io: Io, own: Partial<Facilities> = {}): Promise<number> {
  const { values } = parseArguments(args, { command: 'doctor', options });
  const root = values.root === undefined ? null : resolve(values.root);
  const { json: asJson, root: _root, ...station } = values;
  const settings = readSettings(root === null ? station : { ...ownSettings(root, io), ...station }, io);
  const files = new NodeFiles(root ?? '/');
  const machine = await describeMachine(files, io.env['SUDO_USER']);
  const { config } = settings;
  const { source, i2c_bus: busNumber } = config.sensors;
  const hasBus = (await ifThere(files.stat(`/dev/i2c-${busNumber}`))) !== null;
  const patient: Patient = {
    files,
    facilities: { ...facilitiesOf(root), ...own },
    machine,
    config,
    dataDir: settings.dataDir,
    configFile: settings.configFile ?? values.config ?? defaultConfigFile(io.env),
    wantsBoard: source === 'sense-hat' || (source === 'auto' && (hasBus || machine.piModel !== null)),
  };
  const findings = [settings.finding, ...(await examine(CHECKS, patient))];
  io.stdout.write(asJson ? json(findings) : table(findings, io.stdout.isTTY === true));
  return worst(findings);
}

/** The settings of a root folder are its own, unless others are named. */
function ownSettings(root: string, io: Io): StationValues {
  const path = join(root, defaultConfigFile(io.env));
  return existsSync(path) ? { config: path } : {};
}

/** Settings that cannot be used are a finding as well; the other checks then go by the defaults. */
function readSettings(values: StationValues, io: Io): Settings & { finding: Finding } {
  const line = { id: 'settings', title: 'Settings' } as const;
  try {
    const settings = loadSettings(values, io.env);
    const detail = settings.configFile ?? 'defaults: there is no settings file';
    return { ...settings, finding: { ...line, status: 'ok', detail, fix: null } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const fix = `nano ${defaultConfigFile(io.env)}   (config.example.yaml names every key)`;
    const finding: Finding = { ...line, status: 'fail', detail: error.message, fix };
    return { config: Config.parse({}), dataDir: defaultDataDir(io.env), configFile: null, finding };
  }
}
