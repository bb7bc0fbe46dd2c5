import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Config } from '../../station/config.ts';
import { startService } from '../service.ts';
import { commonOptions, defaultDataDir, loadSettings, UserError } from '../settings.ts';
import { type KioskLog, type KioskOptions, kioskOptions, type RunningService } from './options.ts';

export interface BootSettings {
  options: KioskOptions;
  dataDir: string;
}

/**
 * The settings as far as the window needs them. Unusable ones do not keep the wall dark: the window opens with the defaults and
 * shows what is wrong with them, because `startForKiosk` reads them again and fails with that sentence.
 */
export function bootSettings(args: string[], env: NodeJS.ProcessEnv): BootSettings {
  try {
    const { config, dataDir } = loadSettings(args, env);
    return { options: kioskOptions(config), dataDir };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { data } = parseArgs({ args, options: commonOptions, strict: false }).values;
    const dataDir = typeof data === 'string' ? data : (env['WEATHERGLASS_DATA'] ?? defaultDataDir(env));
    return { options: kioskOptions(Config.parse({})), dataDir: resolve(dataDir) };
  }
}

export async function startForKiosk(args: string[], env: NodeJS.ProcessEnv): Promise<RunningService> {
  return startService(loadSettings(args, env));
}

const line = (level: string) => (message: string) => process.stderr.write(`weatherglass ${level}: ${message}\n`);
export const kioskLog: KioskLog = { info: line('info'), warn: line('warning'), error: line('error') };
