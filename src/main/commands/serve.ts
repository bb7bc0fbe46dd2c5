import type { Command } from '../cli.ts';
import { systemClock } from '../clock.ts';
import { installCrashReports } from '../crash-report.ts';
import { startService } from '../service.ts';
import { loadSettings } from '../settings.ts';
import { onStopSignal } from '../stop-signals.ts';
import { systemd } from '../systemd.ts';

/** Runs the station without a window until it is told to stop. */
export const run: Command = async (args, io) => {
  const settings = loadSettings(args, io.env);
  const service = await startService(settings, { force: args.includes('--force') });
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
};
