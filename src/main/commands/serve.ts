import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../station/store/store.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command, Io } from '../command.ts';
import { installCrashReports } from '../ending/crash-report.ts';
import { LastingService } from '../lasting-service.ts';
import { outliveReaders } from '../log.ts';
import { systemd } from '../machine/systemd.ts';
import { loadSettings, runOptions, type StationValues } from '../settings/settings.ts';
import { untilStopped } from '../until-stopped.ts';
import { unlessStopped } from '../user-error.ts';

/** Longest time of a salvage on the slowest board: 0.08 s a megabyte on a desktop, twenty times that on the card of an old Pi. */
const SALVAGE_S_PER_MB = 1.6;

export const run: Command = (args, io) =>
  serve(parseArguments(args, { command: 'serve', options: runOptions }).values, io);

export async function serve(
  values: StationValues & { force?: boolean | undefined },
  io: Io,
  /** Told where the dashboard is; answers how to end what it began. */
  open: (url: string) => () => void = () => () => {},
): Promise<number> {
  outliveReaders();
  const settings = loadSettings(values, io.env);
  const manager = systemd(io.env);
  let close = () => {};
  return untilStopped(io, {
    async start(stopping) {
      const megabytes = databaseMb(settings.dataDir);
      if (megabytes > 1)
        await manager.starting(`opening ${Math.round(megabytes)} MB of history`, 60 + SALVAGE_S_PER_MB * megabytes);
      unlessStopped(stopping.signal);
      return LastingService.start(settings, { force: values.force ?? false, stopping });
    },
    started(service, stopping) {
      close = open(service.url);
      const facts = { version: service.station.version, mode: 'serve' };
      installCrashReports(settings.dataDir, facts, systemClock, service.stop);
      io.stdout.write(`weatherglass ready ${service.url}\n`);
      const status = () => `${service.station.ready().reason ?? 'measuring'}, dashboard at ${service.url}`;
      void manager.ready(status());
      void manager.watch(() => service.station.alive().sampling, status, systemClock, stopping);
    },
    stopping() {
      close();
      manager.stopping();
    },
  });
}

function databaseMb(dataDir: string): number {
  const sizeOf = (file: string) => statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0;
  return (sizeOf(DATABASE_FILE) + sizeOf(`${DATABASE_FILE}-wal`)) / 1e6;
}
