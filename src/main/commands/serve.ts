import { parseArguments } from '../arguments.ts';
import type { Command, Io } from '../cli.ts';
import { systemClock } from '../clock.ts';
import { installCrashReports } from '../crash-report.ts';
import { startService } from '../service.ts';
import { loadSettings, type StationValues, stationOptions } from '../settings.ts';
import { onStopSignal } from '../stop-signals.ts';
import { systemd } from '../systemd.ts';

const options = { ...stationOptions, force: { type: 'boolean' } } as const;

export const run: Command = (args, io) => serve(parseArguments(args, { command: 'serve', options }).values, io);

/** Runs the station without a window until it is told to stop. */
export async function serve(values: StationValues & { force?: boolean | undefined }, io: Io): Promise<number> {
  const settings = loadSettings(values, io.env);
  const service = await startService(settings, { force: values.force ?? false });
  const manager = systemd(io.env);
  const watching = new AbortController();

  return new Promise<number>((resolve) => {
    const stop = async () => {
      watching.abort();
      await manager.stopping();
      await service.stop();
    };
    onStopSignal(stop, (code) => {
      resolve(code);
      if (code !== 0) process.exit(code);
    });
    installCrashReports(
      settings.dataDir,
      { version: service.station.version, mode: 'serve' },
      systemClock,
      service.stop,
    );
    io.stdout.write(`weatherglass ready ${service.url}\n`);
    const unwell = () => service.station.ready().reason ?? null;
    void manager.ready(`measuring, dashboard at ${service.url}`);
    void manager.watch(unwell, systemClock, watching.signal);
  });
}
