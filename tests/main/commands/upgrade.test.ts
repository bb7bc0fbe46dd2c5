import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { dispatch } from '../../../src/main/cli.ts';
import { EXIT } from '../../../src/main/exit-codes.ts';

async function said(...args: string[]): Promise<[number, string]> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdout, stderr, env: {} } as unknown as Parameters<typeof dispatch>[1];
  const code = await dispatch(args, io);
  return [code, String(stderr.read() ?? '') + String(stdout.read() ?? '')];
}

it.each([
  [['upgrade', '--package=nginx', '--check'], '--package is nginx, expected weatherglass or weatherglass-hub'],
  [['upgrade', '--allow-unsigned'], '--allow-unsigned'],
  [['rollback', '--wait'], '--wait'],
])('%j is a slip, and nothing is begun', async (args, why) => {
  expect(await said(...args)).toEqual([EXIT.usage, expect.stringContaining(why)]);
});
