import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The built program as a hub, in a process of its own that can be killed and started again on the same port and folder. */
export class HubProcess {
  #child: ChildProcess | null = null;
  readonly said: string[] = [];
  constructor(
    private readonly engineAddress: string,
    readonly folder: string,
    readonly port: number,
    private readonly program = root,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const args = ['hub', '--engine', this.engineAddress, '--port', String(this.port), '--data', this.folder];
    const child = spawn(process.execPath, [join(this.program, 'bin/weatherglass.mjs'), ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the hub ended with ${code}`)));
      child.stdout!.setEncoding('utf8').on('data', (text: string) => {
        this.said.push(text);
        if (/^weatherglass hub ready http:\/\/\S+$/m.test(text)) resolve();
      });
    });
  }

  /** Its exit code; null where a signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }
}
