import { dispatch } from '../../src/main/cli.ts';
import { STOP_SIGNALS } from '../../src/main/ending/stop-signals.ts';

/** `weatherglass …` in this process: its exit code, and what it printed. A station that was refused leaves nobody who hears a stop. */
export async function command(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const into = (name: 'out' | 'err') => ({
    isTTY: false,
    write(piece: string) {
      text[name] += piece;
      return true;
    },
  });
  const io = { env, stdout: into('out'), stderr: into('err') };
  const heard = new Map(STOP_SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const code = await dispatch(args, io as never);
  for (const [signal, before] of heard)
    for (const ear of process.listeners(signal)) if (!before.includes(ear)) process.off(signal, ear);
  return { code, ...text };
}
