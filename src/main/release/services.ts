import type { Host, Outcome } from './host.ts';
import type { StationRecord } from './station-record.ts';

export const UNITS = { headless: 'weatherglass.service', kiosk: 'weatherglass-kiosk.service' } as const;

/** The station's unit, whichever kind it is. The kiosk's lives in its user's session and can be reached only while that lasts. */
export class Services {
  readonly unit: string;
  readonly #scope: readonly string[];

  constructor(
    private readonly host: Host,
    private readonly record: StationRecord,
  ) {
    this.unit = UNITS[record.mode];
    this.#scope = record.mode === 'headless' ? [] : ['--user', '-M', `${record.user}@`];
  }

  #ctl(...args: string[]): Promise<Outcome> {
    return this.host.run('systemctl', [...this.#scope, ...args]);
  }

  /** Whether the unit can be started now: the kiosk's only within a session on the screen. */
  async reachable(): Promise<boolean> {
    if (this.record.mode === 'headless') return true;
    return (await this.#ctl('is-active', 'graphical-session.target')).code === 0 || (await this.active());
  }
  async active(): Promise<boolean> {
    return (await this.#ctl('is-active', '--quiet', this.unit)).code === 0;
  }
  async stop(): Promise<void> {
    const { code, out } = await this.#ctl('stop', this.unit);
    // "not loaded" is as stopped as can be.
    if (code !== 0 && code !== 5) throw new Error(`systemctl stop ${this.unit} failed: ${out}`);
  }
  /** Without waiting: a unit that dies or never gets ready would hold us up, and whether it measures is asked of the station itself. */
  async start(): Promise<Outcome> {
    await this.#ctl('daemon-reload');
    await this.#ctl('reset-failed', this.unit);
    return this.#ctl('restart', '--no-block', this.unit);
  }
  async enable(): Promise<void> {
    if (this.record.mode !== 'headless') return;
    const { code, out } = await this.#ctl('enable', this.unit);
    if (code !== 0) throw new Error(`systemctl enable ${this.unit} failed: ${out}`);
  }
  /** What the unit's drop-ins say, as `systemctl edit` makes them: a port can be set there, too. */
  async environment(): Promise<Record<string, string>> {
    const { out } = await this.#ctl('show', '--property=Environment', '--value', this.unit);
    const words = [...out.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return Object.fromEntries(
      words
        .filter((word) => word.includes('='))
        .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
    );
  }
}
