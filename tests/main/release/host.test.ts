import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { realHost } from '../../../src/main/release/host.ts';

const host = realHost(() => undefined);

it('a program that does not end is ended with all it started, and has failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  // As runuser does: it waits for another one, which holds the same pipe.
  const script = `sleep 300 & echo $! >${folder}/child; echo begun; wait`;
  writeFileSync(join(folder, 'child'), '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = host.run('sh', ['-c', script], 60);
  const child = () => readFileSync(join(folder, 'child'), 'utf8');
  await expect.poll(child).toMatch(/^\d+\n$/); // it has begun, however busy the machine is
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(await outcome).toEqual({ code: 124, out: 'sh did not end within 60 s' });
  const pid = Number(child());
  const isThere = () => {
    try {
      return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  while (isThere()) await new Promise((go) => setTimeout(go, 10));
  rmSync(folder, { recursive: true });
});

it('what a program says and how it ended is answered, whatever it was', async () => {
  expect(await host.run('sh', ['-c', 'echo out; echo err >&2; exit 5'])).toMatchObject({ code: 5 });
  expect((await host.run('sh', ['-c', 'echo out; sleep 0.05; echo err >&2'])).out).toBe('out\nerr');
  expect(await host.run('sh', ['-c', 'kill -9 $$'])).toEqual({ code: 128, out: 'SIGKILL' });
  // EACCES where a folder of PATH is not for this user.
  expect(await host.run('no-such-program', [])).toMatchObject({
    code: 127,
    out: expect.stringMatching(/ENOENT|EACCES/),
  });
});
