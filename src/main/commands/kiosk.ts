import { appRoot } from '../app-root.ts';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { decideLaunch, gatherLaunchFacts, runKiosk } from '../launch.ts';
import { loadSettings, stationOptions } from '../settings.ts';
import { serve } from './serve.ts';

const options = { ...stationOptions, force: { type: 'boolean' }, 'no-sandbox': { type: 'boolean' } } as const;

/** A window on this screen where that can be; otherwise the station without one, with the reason in one line. */
export const run: Command = async (args, io) => {
  const { values } = parseArguments(args, { command: 'kiosk', options });
  const decision = decideLaunch(gatherLaunchFacts(appRoot(), values['no-sandbox'] ?? false, io.env));
  if (decision.mode === 'kiosk') {
    loadSettings(values, io.env); // a slip in the settings is better told here than on the wall
    return runKiosk(decision.electronPath, appRoot(), args);
  }
  io.stderr.write(`weatherglass opens no window: ${decision.reason}. It serves the dashboard to browsers instead.\n`);
  return serve(values, io);
};
