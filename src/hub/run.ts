import { join } from 'node:path';
import { atMost } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { foldRepeats } from '../http/log.ts';
import type { Ports } from '../sending/ports.ts';
import { reachesGroup } from './access/roles.ts';
import { HubAlerts } from './alerts/alerts.ts';
import { groupReceiverFile, groupReceiversOf } from './alerts/group-receivers.ts';
import { AlertSettingsFile, receiversOf } from './alerts/settings.ts';
import type { Engine } from './engine/engine.ts';
import { SpareFile } from './files/json-file.ts';
import { Hub } from './hub.ts';
import { KeptAllowances } from './ingest/allowance.ts';
import { erasedFile, eraseStation } from './keeping/erasure.ts';
import { Retention } from './keeping/retention.ts';
import { tidy } from './keeping/tidying.ts';
import { noticeFile } from './notices.ts';
import { RegistryFile } from './registry-file.ts';
import type { Erasure } from './routes/erasure.ts';
import { createHubServer, type ServerOptions } from './server.ts';
import { Staff } from './staff.ts';
import { keepUp, restful } from './upkeep.ts';
import { WaveRoom } from './waves/wave-room.ts';
import { waveFile } from './waves/waves.ts';

export interface HubOptions extends ServerOptions {
  engine: Engine;
  dataDir: string;
  version: string;
  /** Settings file of the alerts, and the network they go by. */
  alertsFile: string;
  ports: Ports;
  /** Holds the folder's lock on, which is gone with a folder that somebody removes: the next save makes it anew. */
  keepLock?: () => void;
}

const COMMANDS_MS = 300;
const LOOK_MS = 10_000;
const SETTINGS_MS = 2_000;
const ALERTS_MS = 30_000;
const SKILLS_MS = 600_000;
const SAVE_MS = 60_000;
/** Period at which retention looks for changed limits, which apply within minutes; otherwise it deletes once a day. */
const RETENTION_MS = 300_000;
/** Longest wait at a stop for upkeep, which may hang with its engine. The next start repeats it. */
const UPKEEP_MS = 1_000;

export async function startHub(options: HubOptions) {
  const { engine, dataDir, version, clock, log } = options;
  const ending = new AbortController();
  const files = {
    registryFile: new RegistryFile(dataDir),
    pictureFile: new SpareFile(join(dataDir, 'picture.json')),
    noticeFile: noticeFile(dataDir),
  };
  const erased = erasedFile(dataDir);
  // Written only where a backup has brought removed stations back.
  const enrolled = files.registryFile.readToChange('those there are');
  if (enrolled.withoutGone() !== enrolled)
    await files.registryFile.change((before) => ({ list: before.withoutGone() }));
  const hub = new Hub({ engine, ...files, clock, log, version, signal: ending.signal });
  const kept = new KeptAllowances(dataDir, clock, log);
  const staff = new Staff(dataDir, clock, log);
  const erasure: Erasure = {
    mayErase: (login) => hub.registry.find(login) !== null || erased.read().all.some((one) => one.login === login),
    erase: (login) =>
      eraseStation(login, {
        folder: dataDir,
        registryFile: files.registryFile,
        ask: (question) => hub.engine.ask(question),
        clock,
        signal: ending.signal,
      }),
  };
  const waves = new WaveRoom(waveFile(dataDir), hub, staff.audit, log);
  const retention = new Retention({ folder: dataDir, hub, audit: staff.audit, clock, log });
  const tidying = () => tidy(hub, erased, log);
  const server = createHubServer({
    ...options,
    hub,
    staff,
    registryFile: files.registryFile,
    waves,
    allowances: kept.allowances,
    alerts: () => alerts,
    erasure,
  });
  const port = await server.listen();
  hub.savePicture(); // its folder is a hub's from now on, and can be written to
  if (staff.access.hasPeople) await staff.audit.markPeople();
  const alerts: HubAlerts = new HubAlerts({
    dataDir,
    settingsFile: new AlertSettingsFile(options.alertsFile),
    groupFile: groupReceiverFile(dataDir),
    receiversOf: (settings, groups) => [
      ...receiversOf(settings, options.ports, port),
      ...groupReceiversOf(groups, settings, options.ports, port, ({ by, group }) => {
        const person = staff.people.now.find(by);
        return person !== null && reachesGroup(person, 'set-alerts', group);
      }),
    ],
    ports: options.ports,
    clock,
    log,
    stations: () => hub.fleet().stations,
    engine: () => hub.engine.health(),
  });
  const isKnown = (login: string): boolean => hub.registry.find(login) !== null;
  const upkeep = keepUp(
    [
      [() => options.keepLock?.(), SETTINGS_MS],
      [() => hub.reloadFiles(), COMMANDS_MS],
      [() => staff.people.reload(), COMMANDS_MS],
      [() => staff.programs.reload(), COMMANDS_MS],
      [() => waves.file.reload(), COMMANDS_MS],
      [() => waves.guard(), ALERTS_MS, ALERTS_MS],
      [restful(() => hub.look(), clock, ending.signal), LOOK_MS],
      [() => alerts.followSettings(ending.signal), SETTINGS_MS],
      [() => alerts.look(), ALERTS_MS, SETTINGS_MS],
      [() => hub.learnSkills(), SKILLS_MS, LOOK_MS / 5],
      [() => hub.savePicture(), SAVE_MS, SAVE_MS],
      [() => kept.save(isKnown), SAVE_MS, SAVE_MS],
      [tidying, HOUR_MS, SAVE_MS],
      [() => retention.look(), RETENTION_MS, SAVE_MS],
    ],
    clock,
    foldRepeats(log, clock),
    ending.signal,
  );
  return {
    hub,
    alerts,
    waves,
    retention,
    tidying,
    staff,
    app: server.app,
    port,
    /** Ends upkeep, finishes the batches that are being stored, and saves the picture. */
    async stop() {
      await server.stop();
      ending.abort();
      await atMost(UPKEEP_MS, clock, Promise.all([upkeep, alerts.stop()]));
      for (const [write, otherwise] of [
        [() => kept.save(isKnown), 'what logins have used could not be written down'],
        [() => alerts.save(), 'the open alerts could not be written down'],
        [() => hub.savePicture(), 'what was last heard could not be written down; the engine has it'],
      ] as const)
        try {
          write();
        } catch (error) {
          // A disk that is full or may only be read keeps the hub neither from writing down the rest nor from its end.
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          log.error({ err: error }, otherwise);
        }
    },
  };
}
