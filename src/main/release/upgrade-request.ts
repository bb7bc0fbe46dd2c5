import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/whole-file.ts';
import type { Refusal } from '../../station/api.ts';
import { refused, sentence } from '../../words/sentence.ts';
import { ownRuntimeFolder } from '../machine/address-file.ts';
import { whyRefused } from '../user-error.ts';

/** Upgrade request: an empty file that `weatherglass-asked.path` waits for. */
const REQUEST = 'upgrade-asked';
const WATCHER = '/usr/lib/systemd/system/weatherglass-asked.path';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether a unit of the package runs this station, and another waits for its request. */
export const canAsk = (env: Env, watcher = WATCHER): boolean =>
  ownRuntimeFolder(env) !== undefined && existsSync(watcher);

/** Leaves the request; answers why not where the folder takes none. */
export function leaveRequest(env: Env): Refusal | null {
  try {
    writeWhole(join(ownRuntimeFolder(env)!, REQUEST), '');
    return null;
  } catch (error) {
    return { ...refused(sentence('refusal.upgrade-unwritten', { why: whyRefused(error) })), unavailable: true };
  }
}
