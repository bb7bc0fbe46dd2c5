import { dispatch } from '../../src/main/cli.ts';

/** `weatherglass …` in this process: its exit code, and what it printed. */
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
  return { code: await dispatch(args, io as never), ...text };
}
