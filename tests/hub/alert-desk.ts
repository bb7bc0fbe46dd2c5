import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { HubHealth } from '../../src/contract/fleet.ts';
import { HubAlerts } from '../../src/hub/alerts/alerts.ts';
import type { Watched } from '../../src/hub/alerts/conditions.ts';
import { groupReceiverFile, groupReceiversOf } from '../../src/hub/alerts/group-receivers.ts';
import { AlertSettingsFile, type ReceiverSettings, receiversOf } from '../../src/hub/alerts/settings.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import type { Ports } from '../../src/sending/ports.ts';
import { Receiver, UnderWay, until } from '../connections/alarms/desk.ts';
import { FakeClock } from '../support/fake-clock.ts';

export const TURN_S = 15;
/** Answer of a mail server. */
export const FULL = Object.assign(new Error('mailbox full'), { responseCode: 452 });

/** Alerts of a hub that is nothing else: the stations are what a test says, a webhook and a mail server of this machine hear of them. */
export class AlertDesk {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-alerts-'));
  readonly settings = join(this.folder, 'alerts.yaml');
  readonly clock = new FakeClock();
  readonly webhook = new Receiver();
  readonly mails: Array<{ to: string[]; text: string }> = [];
  readonly told: string[] = [];
  stations: Watched[] = [];
  engine: HubHealth['engine'] = { kind: 'influxdb', version: '1', state: 'ok', since_ts: 0, detail: null };
  smtpAnswer: Error | null = null;
  /** Whether who set up a receiver still looks after its group. */
  mayHear = true;
  alerts!: HubAlerts;
  readonly #underWay = new UnderWay();
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        if (this.smtpAnswer !== null) return done(this.smtpAnswer);
        this.mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(pieces).toString() });
        done(null, 'queued as 4F2A');
      });
    },
  });

  static async open(): Promise<AlertDesk> {
    const desk = new AlertDesk();
    await desk.webhook.start();
    await new Promise<void>((resolve) => desk.#smtp.listen(0, '127.0.0.1', resolve));
    return desk;
  }

  async close(): Promise<void> {
    await this.alerts?.stop();
    await this.webhook.close();
    await new Promise<void>((resolve) => this.#smtp.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  async start(receivers: object[], more: object = {}): Promise<void> {
    const { port } = this.#smtp.server.address() as AddressInfo;
    const mail = { host: '127.0.0.1', port, from: 'fleet@example.org' };
    const settings = { url: 'https://fleet.example.org/', disk_mb: 0, mail, receivers, ...more };
    writeFileSync(this.settings, JSON.stringify(settings));
    writeFileSync(join(this.folder, 'hook-secret'), 'a long secret\n', { mode: 0o600 });
    const log = (fields: object, text: string) => void this.told.push(`${text} ${JSON.stringify(fields)}`);
    const silent = { debug: log, info: () => {}, warn: log, error: log };
    const { clock, folder } = this;
    const ports: Ports = {
      ...connectionPorts(clock, silent as never),
      random: () => 0.5,
      log: (_, text) => log({}, text),
    };
    const of = () => this.mayHear;
    const counted = ({ channel, ...receiver }: ReceiverSettings): ReceiverSettings => ({
      ...receiver,
      channel: 'enabled' in channel ? channel : this.#underWay.counted(channel),
    });
    this.alerts = new HubAlerts({
      dataDir: folder,
      settingsFile: new AlertSettingsFile(this.settings),
      groupFile: groupReceiverFile(folder),
      receiversOf: (settings, groups) =>
        [...receiversOf(settings, ports, 1), ...groupReceiversOf(groups, settings, ports, 1, of)].map(counted),
      ports,
      clock,
      log: silent,
      stations: () => this.stations,
      engine: () => this.engine,
    });
    await this.follow();
  }

  async restart(receivers: object[]): Promise<void> {
    await this.alerts.stop();
    this.alerts.save();
    await this.start(receivers);
  }

  follow(signal = new AbortController().signal): Promise<void> {
    return this.alerts.followSettings(signal);
  }

  /** Looks and couriers take turns; sockets get real time where something is expected. */
  async pass(seconds: number, seen: readonly string[] = this.stations.map(({ id }) => id)): Promise<void> {
    const { clock } = this;
    for (let s = 0; s < seconds; s += TURN_S) {
      this.stations = this.stations.map((one) =>
        seen.includes(one.id) ? { ...one, last_seen_ts: clock.nowS() } : one,
      );
      await this.alerts.look();
      await clock.advance(1000 * TURN_S);
      await this.#underWay.over();
      await clock.advance(0);
    }
  }

  idle(): Promise<void> {
    return until(() => this.alerts.receivers.every(({ waiting }) => waiting === 0));
  }

  /** A station that is well and was seen just now. */
  well(id: string, more: Partial<Watched> = {}): Watched {
    return {
      id,
      name: `School ${id}`,
      group: null,
      revoked: false,
      simulated: false,
      shared: false,
      last_seen_ts: this.clock.nowS(),
      health: 'ok',
      disk_free_pct: 80,
      ...more,
    };
  }

  silentOf(...ids: string[]): string[] {
    return this.stations.map(({ id }) => id).filter((id) => !ids.includes(id));
  }

  /** Settings of a receiver by the webhook. */
  hook(more: object = {}): object {
    return { webhook: this.webhook.url, allow_local: true, ...more };
  }

  sent(i = -1) {
    return JSON.parse(this.webhook.heard.at(i)!.body) as { status: string; alerts: Array<Record<string, never>> };
  }

  signatureOf(i: number, secret: string): string {
    return `sha256=${createHmac('sha256', secret).update(this.webhook.heard[i]!.body).digest('hex')}`;
  }
}
