import { build } from 'vite';

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
