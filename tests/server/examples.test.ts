import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Telemetry } from '../../src/contract/telemetry.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

// The examples of docs/develop/api.md as they stand there, word for word but for the address.
const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'develop', 'api.md'), 'utf8');
const chapter = text.slice(text.indexOf('## Examples'), text.indexOf('## Versions'));
const example = (language: string): string => {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(chapter)?.[1];
  if (!found) throw new Error(`docs/develop/api.md has no example in ${language}`);
  return found.replaceAll('http://weatherglass.local:8000', served.url);
};

const has = (...command: [string, ...string[]]): boolean => {
  const [program, ...args] = command;
  const there = spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  if (!there) console.warn(`SKIPPED: examples that need "${command.join(' ')}"`);
  return there;
};
const run = promisify(execFile);
const options = { timeout: 240_000 };

let served: Served;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-examples-'));
  served = await serve({ station: new FakeStation() });
});
afterAll(async () => {
  await served.server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples of docs/develop/api.md', () => {
  it.skipIf(!has('curl', '--version'))('in curl are answered', async () => {
    const lines = example('sh').trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      expect(line).toMatch(/^curl /);
      const isStream = line.includes('/api/stream');
      // A stream has no end: its first line is waited for, however long it takes.
      const asked = `${line.replace('curl ', 'curl --silent --show-error --fail ')}${isStream ? ' | head -n 1' : ''}`;
      const { status, stdout, stderr } = await run('sh', ['-c', asked], { cwd: folder, ...options }).then(
        (told) => ({ status: 0, ...told }),
        (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code }),
      );
      expect([line, status, stderr]).toEqual([line, 0, isStream ? expect.any(String) : '']); // curl may tell that nobody reads on
      if (isStream) expect(JSON.parse(stdout.split('\n')[0]!.slice('data: '.length))).toHaveProperty('telemetry');
      else if (!line.includes('.csv')) expect(Object.keys(JSON.parse(stdout)).length).toBeGreaterThan(0);
    }
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.csv'));
    expect(readFileSync(join(folder, file!), 'utf8').split('\n').length).toBeGreaterThan(2);
  });

  it.skipIf(!has('python3', '--version'))('in Python print the history and say that the label was taken', async () => {
    const { stdout } = await run('python3', ['-c', example('python')], options);
    const lines = stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThan(50);
    expect(lines[0]).toMatch(/^\d+(\.\d+)? (-?\d+(\.\d+)?|None)$/);
    expect(lines.at(-1)).toMatch(/^\{'accepted': True/);
  });

  it('in JavaScript print the forecast and a message of the stream', async () => {
    // Ends with the first message of the stream, which is a number alone.
    const heard = `const say = console.log; console.log = (...words) => {
      say(...words);
      if (words.length === 1) process.exit(0);
    };`;
    const program = `${heard}\n${example('js')}`;
    const flags = ['--experimental-eventsource', '--no-warnings', '--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, flags, options);
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => /^\S.* -?[\d.]+ -?[\d.]+ -?[\d.]+$/.test(line)).length).toBeGreaterThan(2);
    expect(lines.at(-1)).toMatch(/^-?[\d.]+$/);
  });

  describe('in Home Assistant', () => {
    interface Rest {
      rest: { resource: string; scan_interval: number; sensor: Record<string, string>[] }[];
    }
    const TEMPLATE = /^\{\{ value_json\.(\w+)( is not none)? \}\}$/;

    it('ask for what there is, and read fields that there are', async () => {
      const { rest } = parse(example('yaml')) as Rest;
      for (const { resource, sensor } of rest) {
        const answer = Telemetry.parse(await (await fetch(resource)).json());
        for (const { value_template = '', availability = '' } of sensor) {
          const [value, there] = [TEMPLATE.exec(value_template), TEMPLATE.exec(availability)];
          expect(Object.keys(answer)).toContain(value?.[1]);
          expect([value?.[2], there?.[1], there?.[2]]).toEqual([undefined, value?.[1], ' is not none']);
        }
      }
    });

    it.skipIf(!has('python3', '-c', 'import jinja2'))('show a number, and nothing where it is not known', async () => {
      const { rest } = parse(example('yaml')) as Rest;
      const render =
        'import json, sys, jinja2; f, v = json.load(sys.stdin); print(jinja2.Template(f).render(value_json=v))';
      const rendered = (template: string, value: object): string =>
        spawnSync('python3', ['-c', render], {
          input: JSON.stringify([template, value]),
          encoding: 'utf8',
        }).stdout.trim();
      const sensor = rest[0]!.sensor[0]!;
      const answer = (await (await fetch(rest[0]!.resource)).json()) as object;
      expect(Number(rendered(sensor['value_template']!, answer))).not.toBeNaN();
      expect(rendered(sensor['availability']!, answer)).toBe('True');
      expect(rendered(sensor['availability']!, { ...answer, temperature: null })).toBe('False');
    });
  });
});
