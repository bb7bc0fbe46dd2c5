import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nullIfRefused } from '../../base/system-error.ts';
import { Config } from '../../config/config.ts';
import { localeOf } from '../../words/languages.ts';
import { foreign, sentence } from '../../words/sentence.ts';
import { speakerOf } from '../../words/speakers.ts';
import { parseArguments } from '../arguments.ts';
import type { Io } from '../command.ts';
import { addon } from '../doctor/bus-checks.ts';
import { type Check, command, examine, type Finding, type Fix, type Patient, word, worst } from '../doctor/check.ts';
import { AROUND, BUS } from '../doctor/checks.ts';
import { chipChecks } from '../doctor/chip-checks.ts';
import { type Facilities, facilitiesOf } from '../doctor/facilities.ts';
import { database, port, site } from '../doctor/house-checks.ts';
import { inputsCheck } from '../doctor/inputs-check.ts';
import { become, describeMachine } from '../doctor/machine.ts';
import { json, table } from '../doctor/report.ts';
import { serviceCheck } from '../doctor/service-check.ts';
import { RUNTIME_FOLDER, readAddress } from '../machine/address-file.ts';
import { NodeFiles } from '../machine/files.ts';
import { STATION_UNIT } from '../release/services.ts';
import { readStationRecord, STATION_VARIABLE } from '../release/station-record.ts';
import {
  dataDirOf,
  defaultConfigFile,
  type Env,
  loadSettings,
  type Settings,
  type StationValues,
  stationOptions,
} from '../settings/settings.ts';
import { culpritsOf } from '../settings/settings-culprit.ts';
import { UserError } from '../user-error.ts';

const CHECKS: readonly Check[] = [...BUS, addon, ...chipChecks, ...AROUND, database, port, site, inputsCheck];

const options = { ...stationOptions, json: { type: 'boolean' }, root: { type: 'string' } } as const;

/** Checks this machine, or a root folder in its place. Exit code 0 all well, 1 a warning, 2 a fault. */
export async function run(args: string[], io: Io, own: Partial<Facilities> = {}): Promise<number> {
  const { values } = parseArguments(args, { command: 'doctor', options });
  const root = values.root === undefined ? null : resolve(values.root);
  const { json: asJson, root: _root, ...station } = values;
  const facilities = { ...facilitiesOf(root, io.env), ...own };
  const record = io.env[STATION_VARIABLE] ? readStationRecord(join(root ?? '/', io.env[STATION_VARIABLE])) : null;
  const ofUnit = record === null ? { env: {}, options: {} } : await facilities.ofUnit();
  const named = { ...(root !== null && ownSettings(root, io)), ...ofUnit.options, ...station };
  const unitEnv = { ...io.env, ...ofUnit.env };
  const settings = readSettings(named, unitEnv, ofUnit.env);
  const files = new NodeFiles(root ?? '/');
  const machine = await describeMachine(files, {
    sudoUser: io.env['SUDO_USER'],
    station: record && { user: record.user, unit: `/usr/lib/systemd/system/${STATION_UNIT}` },
  });
  const told = record && readAddress(join(root ?? '/', RUNTIME_FOLDER));
  const service = record && serviceCheck(await facilities.service());
  if (record !== null && root === null && process.getuid?.() === 0) become(machine.user);
  const { config } = settings;
  const dataDir = station.data === undefined && told ? told.dataDir : settings.dataDir;
  const { source, i2c_bus: busNumber } = config.sensors;
  const hasBus = (await files.stat(`/dev/i2c-${busNumber}`).catch(nullIfRefused)) !== null;
  const patient: Patient = {
    files,
    facilities,
    machine,
    config,
    address: station.host === undefined && station.port === undefined && told ? told : config.server,
    dataDir,
    placeOptions: [
      dataDir === dataDirOf(io.env) ? '' : ` --data ${word(dataDir)}`,
      station.config === undefined ? '' : ` --config ${word(resolve(station.config))}`,
    ].join(''),
    demo: settings.demo,
    ofService: record !== null && dataDir === (told?.dataDir ?? ofUnit.options.data ?? dataDirOf(unitEnv)),
    configFile: settings.configFile ?? values.config ?? defaultConfigFile(io.env),
    foreign: record !== null && root === null && process.getuid?.() !== machine.user.uid,
    wantsBoard: source === 'sense-hat' || (source === 'auto' && (hasBus || machine.piModel !== null)),
  };
  const findings = [settings.finding, ...(await examine(service === null ? CHECKS : [service, ...CHECKS], patient))];
  const speaker = await speakerOf(localeOfReader(io.env, config));
  io.stdout.write(asJson ? json(findings) : table(findings, io.stdout.isTTY === true, speaker));
  return worst(findings);
}

/** Language of the terminal, otherwise of the wall: whoever runs the doctor sits at a terminal. */
function localeOfReader({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv, { site }: Config): string {
  return localeOf(LC_ALL || LC_MESSAGES || LANG || '') ?? localeOf(site.language) ?? 'en';
}

/** The settings of a root folder are its own, unless others are named. */
function ownSettings(root: string, io: Io): StationValues {
  const path = join(root, defaultConfigFile(io.env));
  return existsSync(path) ? { config: path } : {};
}

/** Settings that cannot be used are a finding as well; the other checks then go by the defaults. */
function readSettings(values: StationValues, env: Env, ofUnit: Env): Omit<Settings, 'origin'> & { finding: Finding } {
  const line = { id: 'settings', title: sentence('doctor.title.settings') } as const;
  try {
    const settings = loadSettings(values, env);
    const detail = settings.configFile ? foreign(settings.configFile) : sentence('doctor.settings.defaults');
    return { ...settings, finding: { ...line, status: 'ok', detail, fix: null } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const file = values.config ?? defaultConfigFile(env);
    const fix =
      fixOf(culpritsOf(values, env), ofUnit) ?? command(`nano ${file}`, sentence('doctor.settings.every-key'));
    const finding: Finding = { ...line, status: 'fail', detail: { detail: error.message, said: error.said }, fix };
    return {
      config: Config.parse({}),
      dataDir: dataDirOf(env, values),
      configFile: null,
      demo: values.demo ?? false,
      finding,
    };
  }
}

/** A file that is well is not to be edited: what overrides it is. Null when it is the file. */
function fixOf(culprits: ReturnType<typeof culpritsOf>, ofUnit: Env): Fix | null {
  if (culprits === null) return null;
  const { variables, options: words } = culprits;
  const [first] = variables;
  const names = variables.join(' ');
  if (first === undefined)
    return sentence('doctor.settings.leave-out', { options: words.map((word) => `--${word}`).join(', ') });
  if (!Object.hasOwn(ofUnit, first)) return command(`unset ${names}`, sentence('doctor.settings.overridden'));
  return command('sudo systemctl edit weatherglass', sentence('doctor.settings.unit-sets', { names }));
}
