import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Config } from '../../station/config.ts';
import { type Log, openLog } from '../log.ts';
import { commonOptions, defaultDataDir, loadSettings, UserError } from '../settings.ts';
import { type KioskOptions, kioskOptions, type RunningService } from './options.ts';

export interface BootSettings {
  options: KioskOptions;
  dataDir: string;
  log: Log;
}

/**
 * The settings as far as the window needs them. Unusable ones do not keep the wall dark: the window opens with the defaults and
 * shows what is wrong with them, because `startForKiosk` reads them again and fails with that sentence.
 */
export function bootSettings(args: string[], env: NodeJS.ProcessEnv): BootSettings {
  try {
    const { config, dataDir } = loadSettings(args, env);
    return { options: kioskOptions(config), dataDir, log: openLog(config.log.level) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { data } = parseArgs({ args, options: commonOptions, strict: false }).values;
    const dataDir = typeof data === 'string' ? data : (env['WEATHERGLASS_DATA'] ?? defaultDataDir(env));
    const config = Config.parse({});
    return { options: kioskOptions(config), dataDir: resolve(dataDir), log: openLog(config.log.level) };
  }
}

/** The engine's code is read only here: by then the window is opening beside it. */
export async function startForKiosk(args: string[], env: NodeJS.ProcessEnv, log: Log): Promise<RunningService> {
  const { startService } = await import('../service.ts');
  return startService(loadSettings(args, env), { log });
}
