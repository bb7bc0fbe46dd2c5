import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'vite';

const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpen(dirname(folder)));
const isRoot = process.getuid?.() === 0;

/** Whether root can play another user here: nobody else may start a program of a checkout in root's home. */
export const canBeAnother = isRoot && isOpen(import.meta.dirname);
if (isRoot && !canBeAnother)
  console.warn(
    '\nSKIPPED: what another user does, because none may open this folder (a checkout outside of /root plays it)\n',
  );

/** One module and what it imports as text that Node takes from its standard input: another user cannot read this folder. */
export async function pack(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { write: false, ssr: entry, minify: false, rollupOptions: { external: [/^node:/] } },
  });
  const [{ output }] = [made].flat() as { output: { code: string }[] }[] as [{ output: { code: string }[] }];
  return output[0]!.code.replace(/export \{[^}]*\};?/, '');
}
