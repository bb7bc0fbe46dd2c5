import { UNITS, type UnitState } from '../release/services.ts';
import type { StationRecord } from '../release/station-record.ts';
import { type Check, fail, type Outcome, ok, type Patient, warn } from './check.ts';
import type { ServiceState } from './facilities.ts';
import { word } from './shell-word.ts';

/** Installed service: its account and groups, its unit in systemd, and whether it measures. Null where no systemd runs to be asked. */
export const serviceCheck = ({ mode }: StationRecord, state: ServiceState | null): Check => ({
  id: 'service',
  title: 'Service',
  async look(patient) {
    const { user } = patient.machine;
    if (user.isGone)
      return fail(`there is no user ${user.name} any more: the service cannot start`, 'run the installer again');
    if (user.lost.length > 0) {
      const add = user.lost.map((group) => `sudo groupadd --system ${word(group)}`).join(' && ');
      return fail(
        `its unit names ${user.lost.join(', ')}, no group of this machine: the service cannot start`,
        `${add} && sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart weatherglass`,
      );
    }
    if (state === null) return ok(`set up to run as ${user.name}`);
    if (state.upgrade === 'under way') return warn('an upgrade is under way', 'wait until it has ended');
    if (state.upgrade === 'left half done')
      return fail('an upgrade was interrupted and is half done', 'sudo weatherglass upgrade --resume');
    const name = UNITS[mode].replace('.service', '');
    const commands =
      mode === 'kiosk'
        ? { systemctl: 'systemctl --user', log: `journalctl --user -u ${name} -n 50`, name }
        : { systemctl: 'sudo systemctl', log: `sudo journalctl -u ${name} -n 50`, name };
    return unitTrouble(state.unit, commands) ?? (await measuring(patient, state.unit, commands));
  },
});

interface Commands {
  systemctl: string;
  log: string;
  name: string;
}

/** A busy board loads its history first. */
const STARTED_WITHIN_S = 60;
const starting = (): Outcome => warn('the service is starting', 'wait a minute, then ask again');

/** Null when the unit is active. */
function unitTrouble(unit: UnitState, { systemctl, log, name }: Commands): Outcome | null {
  if (unit.refused !== null) return warn(`systemd does not answer: ${unit.refused}`, `${systemctl} status ${name}`);
  if (unit.load === 'masked') return fail('the service is masked: it cannot start', 'run the installer again');
  if (unit.load !== 'loaded')
    return fail('the unit file is missing: the service cannot start', 'run the installer again');
  if (unit.active === 'active') return null;
  if (unit.sub === 'auto-restart' || (unit.active === 'activating' && unit.restarts > 0))
    return fail(`the service crashes again and again; restarts so far: ${unit.restarts}`, log);
  if (unit.active === 'activating') return starting();
  if (unit.active === 'failed') return fail(`the service failed (${unit.result}) and stays stopped`, log);
  if (unit.file === 'disabled')
    return fail(
      'the service is stopped and disabled: nothing is measured, and it does not start with the machine',
      `${systemctl} enable --now ${name}`,
    );
  return fail('the service is stopped: nothing is measured', `${systemctl} start ${name}`);
}

async function measuring(
  { facilities, address: { host, port }, machine: { user } }: Patient,
  { file }: UnitState,
  { systemctl, log, name }: Commands,
): Promise<Outcome> {
  const state = port === 0 ? 'ours' : await facilities.port(host, port);
  if (state === 'taken')
    return fail(`the service runs, but another program answers at port ${port}`, `sudo ss -ltnp 'sport = :${port}'`);
  if (state !== 'ours') return fail(`the service runs, but does not answer at port ${port}`, log);
  const silence = port === 0 ? null : await facilities.notReady(host, port);
  if (silence !== null)
    return silence.uptimeS < STARTED_WITHIN_S
      ? starting()
      : fail(`the service runs, but measures nothing: ${silence.reason}`, log);
  return file === 'disabled'
    ? warn(`runs as ${user.name}, but is disabled: it does not start with the machine`, `${systemctl} enable ${name}`)
    : ok(`runs as ${user.name} and measures`);
}
