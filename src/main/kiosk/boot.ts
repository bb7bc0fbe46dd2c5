import { parseArgs } from 'node:util';
import { Config } from '../../config/config.ts';
import { ownArguments, parseArguments } from '../arguments.ts';
import { type Log, openLog } from '../log.ts';
import { dataDirOf, loadSettings, runOptions } from '../settings/settings.ts';
import { UserError } from '../user-error.ts';
import { kioskOptions } from './window.ts';

export type BootSettings = ReturnType<typeof bootSettings>;

/** Settings of the window. Unusable ones do not keep the wall dark: it shows why `startForKiosk`, which reads them again, fails. */
export function bootSettings(args: string[], env: NodeJS.ProcessEnv) {
  try {
    const { config, dataDir } = loadSettings(valuesOf(args), env);
    return { options: kioskOptions(config), dataDir, log: openLog(config.log.level) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const config = Config.parse({});
    return { options: kioskOptions(config), dataDir: folderIn(args, env), log: openLog(config.log.level) };
  }
}

/** The engine's code is read only here: by then the window is opening beside it. */
export async function startForKiosk(args: string[], env: NodeJS.ProcessEnv, log: Log, stopping: AbortController) {
  const { LastingService } = await import('../lasting-service.ts');
  const { force = false, ...values } = valuesOf(args);
  return LastingService.start(loadSettings(values, env), { log, stopping, force });
}

/** Ours alone: the rest of Electron's argument list is for Chromium. */
const valuesOf = (args: readonly string[]) =>
  parseArguments(ownArguments(args, runOptions), { command: 'kiosk', options: runOptions }).values;

/** The folder as far as the arguments can be understood at all. */
function folderIn(args: readonly string[], env: NodeJS.ProcessEnv): string {
  const options = { data: runOptions.data, demo: runOptions.demo };
  const { data, demo } = parseArgs({ args: ownArguments(args, options), options, strict: false }).values;
  return dataDirOf(env, { ...(typeof data === 'string' && { data }), demo: demo === true });
}
