// The process that gets killed while it restores: before the file system's call of a number, which changes the folder's names or its notes.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { restoreFrom } from '../../src/station/store/rescue/backups/restore.ts';
import { START } from './support.ts';

const [source, folder, runtime, step] = process.argv.slice(2) as [string, string, string, string];
let calls = 0;
for (const name of ['renameSync', 'rmSync', 'writeFileSync', 'copyFileSync'] as const) {
  const real = fs[name] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...given: unknown[]) => {
      calls += 1;
      if (calls === Number(step)) process.kill(process.pid, 'SIGKILL');
      return real(...given);
    },
  });
}
syncBuiltinESMExports();
await restoreFrom(source, folder, START + 60, () => {}, { runtimeFolders: [runtime] });
process.stdout.write('restored\n');
