import { homedir } from 'node:os';
import { join } from 'node:path';

/** XDG folder of data: where the stations, hubs and demonstrations of a user lie. */
export const dataHome = (env: Readonly<Record<string, string | undefined>>): string =>
  env['XDG_DATA_HOME'] || join(env['HOME'] || homedir(), '.local/share');
