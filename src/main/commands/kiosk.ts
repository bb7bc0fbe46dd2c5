import { appRoot } from '../app-root.ts';
import type { Command } from '../cli.ts';
import { decideLaunch, gatherLaunchFacts, runKiosk } from '../launch.ts';
import { loadSettings } from '../settings.ts';
import { run as serve } from './serve.ts';

/** A window on this screen where that can be; otherwise the station without one, with the reason in one line. */
export const run: Command = async (args, io) => {
  const decision = decideLaunch(gatherLaunchFacts(appRoot(), args, io.env));
  if (decision.mode === 'kiosk') {
    loadSettings(args, io.env); // a slip in the settings is better told here than on the wall
    return runKiosk(decision.electronPath, appRoot(), args);
  }
  io.stderr.write(`weatherglass opens no window: ${decision.reason}. It serves the dashboard to browsers instead.\n`);
  return serve(args, io);
};
