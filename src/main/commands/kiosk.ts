import { join } from 'node:path';
import { appRoot } from '../app-root.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Command } from '../command.ts';
import { decideLaunch, gatherLaunchFacts, runKiosk } from '../launch.ts';
import { hasBus } from '../machine/board.ts';
import { loadSettings, runOptions } from '../settings/settings.ts';
import { unlessStopped } from '../user-error.ts';
import { openBrowserWindow } from '../window/browser-window.ts';
import { fetchWindow } from '../window/fetch-window.ts';
import { serve } from './serve.ts';

const options = {
  ...runOptions,
  'no-sandbox': { type: 'boolean' },
  headless: { type: 'boolean' },
} as const;

/** A window on this screen where that can be; otherwise the station without one, with the reason in one line. */
export const run: Command = async (args, io) => {
  const { values } = parseArguments(args, { command: 'kiosk', options });
  if (values.headless) return serve(values, io);
  const { config, dataDir } = loadSettings(values, io.env); // a slip in the settings is better told here than on the wall
  const gather = () => gatherLaunchFacts(appRoot(), values['no-sandbox'] ?? false, io.env);
  let facts = gather();
  let tried: string | null = null;
  const canOpen = facts.display !== null && (!facts.isRoot || facts.noSandbox);
  if (facts.electronPath === null && canOpen) {
    const bus = hasBus(config.sensors.i2c_bus);
    tried = await fetchWindow({ ...io, appRoot: appRoot(), clock: systemClock, hasBus: bus });
    facts = gather();
  }
  unlessStopped(io.stop);
  const decision = decideLaunch(facts);
  if (decision.mode === 'kiosk') return runKiosk(decision.electronPath, appRoot(), args);
  if (decision.mode === 'browser') {
    const { chromiumPath } = decision;
    const tell = (sentence: string) => io.stderr.write(`weatherglass: ${sentence}.\n`);
    tell(`${tried ?? 'the Electron program is not here'}; its window is ${chromiumPath} for now`);
    return serve(values, io, (url) => openBrowserWindow(chromiumPath, url, join(dataDir, 'browser-window'), tell));
  }
  const reason = tried ?? decision.reason;
  io.stderr.write(`weatherglass opens no window: ${reason}. It serves the dashboard to browsers instead.\n`);
  return serve(values, io);
};
