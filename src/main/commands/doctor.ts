import { existsSync, readFileSync } from 'node:fs';
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
import { describeMachine, type User } from '../doctor/machine.ts';
import { clock, heat, power } from '../doctor/machine-checks.ts';
import { json, table } from '../doctor/report.ts';
import { NodeFiles } from '../files.ts';
import { UNITS } from '../release/services.ts';
import { readStationRecord, STATION_VARIABLE } from '../release/station-record.ts';
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
  const record = io.env[STATION_VARIABLE] ? readStationRecord(join(root ?? '/', io.env[STATION_VARIABLE])) : null;
  const unit = record?.mode === 'headless' ? `/etc/systemd/system/${UNITS.headless}` : null;
  const machine = await describeMachine(files, {
    sudoUser: io.env['SUDO_USER'],
    station: record && { user: record.user, unit },
  });
  if (record !== null && root === null && process.getuid?.() === 0) become(machine.user);
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
    foreign: record !== null && root === null && process.getuid?.() !== machine.user.uid,
    wantsBoard: source === 'sense-hat' || (source === 'auto' && (hasBus || machine.piModel !== null)),
  };
  const findings = [settings.finding, ...(await examine(CHECKS, patient))];
  io.stdout.write(asJson ? json(findings) : table(findings, io.stdout.isTTY === true));
  return worst(findings);
}

/** Takes the station's own rights, so that what is found is what the station finds: root may do everything and proves nothing. */
function become({ name, uid, effective }: User): void {
  const { gid } = userInfoOf(name);
  process.setgroups?.([...effective].filter((group) => group !== name));
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function userInfoOf(name: string): { gid: number } {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name);
  if (!row) throw new UserError(`the station's user ${name} is gone; run the installer again.`);
  return { gid: Number(row[3]) };
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
    return { config: Config.parse({}), dataDir: defaultDataDir(io.env), configFile: null, demo: false, finding };
  }
}
