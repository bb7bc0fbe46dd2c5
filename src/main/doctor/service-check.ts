import { sentence } from '../../words/sentence.ts';
import type { UnitState } from '../release/services.ts';
import { type Check, fail, type Outcome, ok, type Patient, warn, word } from './check.ts';
import type { ServiceState } from './facilities.ts';

/** Installed service: its account and groups, its unit in systemd, and whether it measures. Null where no systemd runs to be asked. */
export const serviceCheck = (state: ServiceState | null): Check => ({
  id: 'service',
  title: sentence('doctor.title.service'),
  async look(patient) {
    const { user } = patient.machine;
    if (user.isGone)
      return fail(sentence('doctor.service.no-user', { user: user.name }), sentence('doctor.service.reinstall'));
    if (user.lost.length > 0) {
      const add = user.lost.map((group) => `sudo groupadd --system ${word(group)}`).join(' && ');
      const mend = `${add} && sudo udevadm control --reload && sudo udevadm trigger && sudo systemctl restart weatherglass`;
      return fail(sentence('doctor.service.no-group', { groups: user.lost.join(', ') }), mend);
    }
    if (state === null) return ok(sentence('doctor.service.set-up', { user: user.name }));
    if (state.upgrade === 'under way')
      return warn(sentence('doctor.service.upgrading'), sentence('doctor.service.wait-for-upgrade'));
    if (state.upgrade === 'left half done')
      return fail(sentence('doctor.service.half-upgraded'), 'sudo systemctl start weatherglass-upgrade');
    return unitTrouble(state.unit) ?? (await measuring(patient, state.unit));
  },
});

const SYSTEMCTL = 'sudo systemctl';
const LOG = 'sudo journalctl -u weatherglass -n 50';

/** A busy board loads its history first. */
const STARTED_WITHIN_S = 60;
const starting = (): Outcome => warn(sentence('doctor.service.starting'), sentence('doctor.service.wait-a-minute'));

function unitTrouble(unit: UnitState): Outcome | null {
  if (unit.refused !== null)
    return warn(sentence('doctor.service.systemd-silent', { why: unit.refused }), `${SYSTEMCTL} status weatherglass`);
  if (unit.load === 'masked')
    return fail(
      sentence('doctor.service.masked'),
      `${SYSTEMCTL} unmask weatherglass && ${SYSTEMCTL} enable --now weatherglass`,
    );
  if (unit.load !== 'loaded') return fail(sentence('doctor.service.no-unit'), sentence('doctor.service.reinstall'));
  if (unit.active === 'active') return null;
  if (unit.sub === 'auto-restart' || (unit.active === 'activating' && unit.restarts > 0))
    return fail(sentence('doctor.service.crashes', { restarts: unit.restarts }), LOG);
  if (unit.active === 'activating') return starting();
  if (unit.active === 'failed') return fail(sentence('doctor.service.failed', { why: unit.result }), LOG);
  if (unit.file === 'disabled')
    return fail(sentence('doctor.service.stopped-and-disabled'), `${SYSTEMCTL} enable --now weatherglass`);
  return fail(sentence('doctor.service.stopped'), `${SYSTEMCTL} start weatherglass`);
}

async function measuring({ facilities, address: { host, port }, machine: { user } }: Patient, { file }: UnitState) {
  const state = port === 0 ? 'ours' : await facilities.port(host, port);
  if (state === 'taken')
    return fail(sentence('doctor.service.other-program', { port }), `sudo ss -ltnp 'sport = :${port}'`);
  if (state !== 'ours') return fail(sentence('doctor.service.no-answer', { port }), LOG);
  const silence = port === 0 ? null : await facilities.notReady(host, port);
  if (silence !== null)
    return silence.uptimeS < STARTED_WITHIN_S
      ? starting()
      : fail(sentence('doctor.service.measures-nothing', { why: silence.reason }), LOG);
  return file === 'disabled'
    ? warn(sentence('doctor.service.disabled', { user: user.name }), `${SYSTEMCTL} enable weatherglass`)
    : ok(sentence('doctor.service.measures', { user: user.name }));
}
