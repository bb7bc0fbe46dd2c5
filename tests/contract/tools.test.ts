import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { OpenApi } from '../../src/server/description/openapi.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { type Served, serve } from '../support/serve.ts';
import { share } from '../support/share.ts';
import { casesOf } from './cases.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const tool = (...path: string[]) => join(root, ...path);
const installed = (...path: string[]) => tool('tests', 'tools', 'node_modules', ...path);
/** A package of their own: nobody who only wants to run the station has to wait for them. */
const missing = !existsSync(installed());
if (missing)
  console.warn("\nSKIPPED: the API in other people's tools, because they are not installed (npm run tools)\n");
const QUIET = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

let real: RealStation;
let served: Served;
let folder: string;
let file: string;
let description: OpenApi;
beforeAll(async () => {
  real = await openRealStation({ clock: new FakeClock(), historyDays: 1, stepS: 300 });
  served = await serve({ station: real.station });
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-tools-'));
  file = join(folder, 'openapi.json');
  const { text, json } = await ask(served.port, { path: '/api/openapi.json' });
  description = json as OpenApi;
  writeFileSync(file, text);
});
afterAll(async () => {
  await served.server.stop();
  await real.close();
  rmSync(folder, { recursive: true });
});

/** What a tool says, and how it ended. */
async function said(program: string, ...args: string[]): Promise<{ code: number; text: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, [program, ...args], { env: QUIET, cwd: folder });
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code: number; stdout?: string; stderr?: string };
    return { code, text: stdout + stderr };
  }
}

describe.skipIf(missing)("the description that a station serves, in other people's hands", () => {
  it('has nothing that Spectral would hint at', async () => {
    const rules = join(folder, 'spectral.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    const program = installed('@stoplight', 'spectral-cli', 'dist', 'index.js');
    const { code, text } = await said(program, 'lint', '-r', rules, '--fail-severity', 'hint', file);
    expect([code, text.trim()]).toEqual([0, "No results with a severity of 'hint' or higher found!"]);
  });

  it('has nothing that Redocly would warn of', async () => {
    const program = installed('@redocly', 'cli', 'bin', 'cli.js');
    const { code, text } = await said(program, 'lint', '--format', 'json', file);
    expect(code, text).toBe(0);
    expect(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).toMatchObject({
      totals: { errors: 0, warnings: 0 },
    });
  });

  it('becomes a typed client that compiles, refuses what it should and works', async () => {
    const generator = installed('openapi-typescript', 'bin', 'cli.js');
    expect((await said(generator, file, '-o', join(folder, 'api.d.ts'))).code).toBe(0);
    copyFileSync(tool('tests', 'tools', 'client.ts'), join(folder, 'client.ts'));
    symlinkSync(tool('node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
    const compiler = installed('typescript', 'bin', 'tsc');
    const target = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
    expect(await said(compiler, ...strict, ...target, 'client.ts')).toEqual({ code: 0, text: '' });
    const { code, text } = await said(join(folder, 'client.js'), `http://127.0.0.1:${served.port}`);
    expect(code, text).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      warmerC: expect.any(Number),
      dewPointC: expect.any(Number),
      points: expect.any(Number),
      kind: 'rain',
      learned: true,
      isReset: true,
    });
  });
});

describe.skipIf(missing)('Prism between a client and the station', () => {
  let prism: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const program = installed('@stoplight', 'prism-cli', 'dist', 'index.js');
    port = await freePort();
    const args = ['proxy', file, `http://127.0.0.1:${served.port}`, '-p', String(port), '-h', '127.0.0.1'];
    prism = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      prism.once('exit', (code) => reject(new Error(`Prism ended with ${code}`)));
      prism.stdout?.on('data', (piece: Buffer) => piece.includes('Prism is listening') && resolve());
    });
  });
  afterAll(() => void prism.kill());

  interface Violation {
    location: string[];
    message: string;
  }
  const violations = (header: string | string[] | undefined): Violation[] => JSON.parse(String(header ?? '[]'));

  /** Kindnesses that the description does not know: we also take 1, on and yes for true, and blanks around the kinds of a list. */
  const isKindness = (message: string): boolean =>
    /^Request query parameter ((refresh|units|flags|provenance) must be boolean|(kinds|columns)\.\d+ must be equal to one of)/.test(
      message,
    );
  const walkable = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => endpoints[name].media !== 'text/event-stream',
  );

  /** One of each twelve neighbours: two processes work on each request, and walk.test.ts holds every answer against the same description. */
  const paths = share('paths of the API behind Prism', walkable, (name) => [
    String(Math.floor(walkable.indexOf(name) / 12)),
  ]);

  it.each(paths)('has nothing to say against what %s answers, nor against a request that is fine', async (name) => {
    const { path, method }: Endpoint = endpoints[name];
    const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]![method]!;
    for (const { name: title, question, verdict } of casesOf(name, operation)) {
      const { status, headers, text } = await ask(port, question);
      const told = violations(headers['sl-violations']);
      const about = (side: string) => told.filter(({ location }) => location[0] === side).map(({ message }) => message);
      expect(about('response'), `${title}: ${status} ${text.slice(0, 200)}`).toEqual([]);
      if (verdict === 'fine' && status === 200)
        expect(
          about('request').filter((message) => !isKindness(message)),
          title,
        ).toEqual([]);
    }
  });
});
