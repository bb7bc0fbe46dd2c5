import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { nullIfRefused } from '../../base/system-error.ts';
import type { HubHealth } from '../../contract/fleet.ts';
import type { Log } from '../../http/log.ts';
import { AlarmCourier } from '../../sending/alarm-courier.ts';
import type { Message } from '../../sending/message.ts';
import type { Ports } from '../../sending/ports.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { FileDamaged, SpareFile } from '../files/json-file.ts';
import type { ListFile } from '../files/list-file.ts';
import { type Condition, conditionsOf, hubConditions, type Watched } from './conditions.ts';
import { type GroupReceiver, GroupReceivers, unreadReceiversOf } from './group-receivers.ts';
import { type Alert, type Change, OpenAlerts } from './open-alerts.ts';
import {
  AlertSettings,
  type AlertSettingsFile,
  DEFAULTS,
  distinct,
  lackOf,
  originOf,
  type ReceiverSettings,
} from './settings.ts';
import { testReceivers } from './test-receivers.ts';
import { messageOf, WaitingMessages } from './waiting.ts';

/** After a start, an outage or a set clock every living station comes within minutes; only then silence means something. */
const QUIET_MS = HOUR_MS / 2;
/** Difference of both clocks between two looks that is a set clock or a machine that slept. */
const JUMP_MS = 60_000;
const MB = 1024 * 1024;

export interface AlertParts {
  dataDir: string;
  settingsFile: AlertSettingsFile;
  groupFile: ListFile<GroupReceivers>;
  /** Receivers of the settings and of the groups. Throws `FileDamaged` for an entry that is none. */
  receiversOf(settings: AlertSettings, groups: GroupReceivers): ReceiverSettings[];
  ports: Ports;
  clock: Clock;
  log: Log;
  stations(): Watched[];
  engine(): HubHealth['engine'];
}

interface Receiver extends ReceiverSettings {
  queue: WaitingMessages;
  /** Null while the receiver lacks a setting or a file: its messages wait until it has all. */
  courier: AlarmCourier<Message> | null;
  lacks: string | null;
}

/** Alerts of the hub: the open ones, their receivers, and the messages not yet delivered. Kept on disk, so a restart sends nothing twice. */
export class HubAlerts {
  readonly #file: SpareFile;
  readonly #open: OpenAlerts;
  #saved: Record<string, unknown>;
  #settings: AlertSettings | null = null;
  /** Settings in force at the end of this hub before: a file that was spoiled since would leave nobody to be told. */
  readonly #before: AlertSettings | null;
  #stamp: string | null = null;
  #receivers: Receiver[] = [];
  #speaker: Speaker = ENGLISH;
  #ending = new AbortController();
  #running: Promise<unknown>[] = [];
  #isChanged = false;
  /** Reason why a file of settings, or one that it names, is not in force; null while all are. */
  problem: string | null = null;
  /** Steady time from which silence is judged, and both clocks at the last look. */
  #quietUntilMs: number;
  #last: { steadyMs: number; wallMs: number } | null = null;

  constructor(private readonly parts: AlertParts) {
    const { dataDir, clock, log } = parts;
    this.#file = new SpareFile(join(dataDir, 'alerts.json'));
    const saved = this.#file.read((err) => {
      log.error({ err }, 'alerts.json cannot be read: it is kept beside, and open alerts are told anew');
      this.#file.keepDamaged();
    });
    const { open, waiting, settings } = (saved ?? {}) as Record<string, Record<string, unknown> | undefined>;
    this.#open = OpenAlerts.fromJSON(open);
    this.#saved = waiting ?? {};
    this.#before = AlertSettings.safeParse(settings).data ?? null;
    this.#quietUntilMs = clock.steadyMs() + QUIET_MS;
  }

  get firing(): Alert[] {
    return this.#open.firing;
  }

  /** State of each receiver, for people and for metrics. */
  get receivers() {
    return this.#receivers.map(({ name, key, groups, kinds, queue, courier, lacks }) => {
      const { state, last_error } = courier?.status(this.#speaker) ?? { state: 'off', last_error: lacks };
      return { name, key, groups, kinds, state, waiting: queue.waiting(), last_error };
    });
  }

  get groupFile(): ListFile<GroupReceivers> {
    return this.parts.groupFile;
  }

  get hasMail(): boolean {
    return this.#settings?.mail !== undefined;
  }

  canBe(receiver: GroupReceiver): boolean {
    return this.#madeOf(receiver).receivers.every(({ channel }) => !('enabled' in channel));
  }

  async test(receiver: GroupReceiver): Promise<{ is_taken: boolean; answer: string }> {
    const { settings, receivers } = this.#madeOf(receiver);
    const [result] = await testReceivers(settings, receivers, this.parts.ports);
    return { is_taken: result!.isTaken, answer: result!.text };
  }

  #madeOf(receiver: GroupReceiver) {
    const settings = { ...(this.#settings ?? DEFAULTS), receivers: [] };
    return { settings, receivers: this.parts.receiversOf(settings, new GroupReceivers([receiver])) };
  }

  /** Follows the settings file, and those that it names. One that cannot be read changes nothing, and is told once. */
  async followSettings(signal: AbortSignal): Promise<void> {
    const { settingsFile, groupFile, log } = this.parts;
    const stamp = `${settingsFile.stamp()} ${groupFile.stamp()} ${groupFile.hasDamagedCopy}`;
    let named = settingsFile.stampOfNamed();
    if (this.#stamp === `${stamp} ${named}`) return;
    try {
      this.problem = null;
      const settings = settingsFile.read();
      named = settingsFile.stampOfNamed(); // before their receivers read them
      await this.#take(settings, signal);
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      log.error({ err: error }, 'the settings of the alerts cannot be used; those before stay');
      // Those before may meet the same: the groups' file is read with them.
      if (this.#settings === null && this.#before !== null)
        await this.#take(this.#before, signal).catch((again: unknown) => {
          if (!(again instanceof FileDamaged)) throw again;
        });
      this.problem = error.message;
    }
    this.#stamp = `${stamp} ${named}`;
  }

  async #take(settings: AlertSettings, signal: AbortSignal): Promise<void> {
    const { receiversOf, groupFile, ports, clock, log } = this.parts;
    const origin = await originOf(settings);
    const { speaker } = origin;
    const groups = this.#groups();
    const fresh = distinct(receiversOf(settings, groups));
    await this.stop();
    if (this.#settings !== null) this.#saved = this.#waiting(); // else what waited before the start of this hub
    const isInPart = groups.damage !== null || groupFile.hasDamagedCopy;
    const read = new Set(fresh.map(({ key }) => key));
    const unread = isInPart ? unreadReceiversOf(Object.keys(this.#saved), read) : [];
    this.#isChanged ||= settings !== (this.#settings ?? this.#before ?? DEFAULTS);
    this.#settings = settings;
    this.#speaker = speaker;
    this.#ending = new AbortController();
    this.#receivers = [...fresh, ...unread].map((receiver) => {
      const { channel, key, name } = receiver;
      const isMail = channel.name === 'email';
      const queue = new WaitingMessages(clock, speaker, isMail, this.#saved[key], () => {
        this.#isChanged = true;
      });
      if ('enabled' in channel) {
        const { lacks } = channel;
        log.error({ receiver: name, lacks }, 'a receiver of alerts lacks a setting, or its file cannot be read');
        // Missing files alone: other gaps may be those of a group's receiver, which the settings file does not hold.
        if (lacks?.endsWith('_file')) this.problem ??= `${name}: ${lackOf(channel)}`;
        return { ...receiver, queue, courier: null, lacks: lackOf(channel) };
      }
      const courier = new AlarmCourier({ name, channel, queue, ports, origin: async () => origin, isHeld: false });
      return { ...receiver, queue, courier, lacks: null };
    });
    const ended = AbortSignal.any([this.#ending.signal, signal]);
    this.#running = this.#receivers.flatMap(({ courier }) => courier?.run(ended) ?? []);
  }

  /** Receivers of the groups: those that can be read, where their file is damaged. */
  #groups(): GroupReceivers {
    const groups = this.parts.groupFile.read();
    this.problem = groups.damage;
    if (groups.damage !== null) this.parts.log.error({ why: groups.damage }, 'some receivers of groups cannot be read');
    return groups;
  }

  async look(): Promise<void> {
    const limits = this.#settings;
    if (limits === null) return;
    const { clock, stations, engine } = this.parts;
    const [nowS, all, engineNow] = [clock.nowS(), stations(), engine()];
    const isAway = engineNow.state !== 'ok';
    if (isAway || this.#hasJumped()) this.#quietUntilMs = clock.steadyMs() + QUIET_MS;
    const isQuiet = clock.steadyMs() < this.#quietUntilMs;
    this.#forgetOthers(new Set(all.map(({ id }) => id)));
    const conditions = [
      ...hubConditions(engineNow, await freeMbOf(this.parts.dataDir), limits),
      ...all.flatMap((one) => conditionsOf(one, nowS, limits)),
    ];
    const silent = new Set(conditions.flatMap(({ kind, login }) => (kind === 'silent' ? [login] : [])));
    const isJudged = ({ kind, login }: Pick<Alert, 'kind' | 'login'>): boolean => {
      if (login === null) return true;
      if (isAway) return false; // nothing of a station can arrive
      if (!silent.has(login)) return true; // a station that is there again is told at once
      if (kind === 'silent') return !isQuiet;
      return kind === 'shared'; // health and disk told hours ago are no news of now: neither wrong nor over
    };
    this.#tell(this.#open.step(conditions, nowS, isJudged), all);
    this.save();
  }

  /** Stations that no longer belong to the fleet: nobody is told of them any more. */
  #forgetOthers(known: ReadonlySet<string>): void {
    if (this.#open.forgetOthers(known)) this.#isChanged = true;
    for (const { queue } of this.#receivers) queue.forgetOthers(known);
  }

  #hasJumped(): boolean {
    const { clock } = this.parts;
    const now = { steadyMs: clock.steadyMs(), wallMs: 1000 * clock.nowS() };
    const last = this.#last ?? now;
    this.#last = now;
    return Math.abs(now.wallMs - last.wallMs - (now.steadyMs - last.steadyMs)) > JUMP_MS;
  }

  #tell(changes: readonly Change[], all: readonly Watched[]): void {
    if (changes.length === 0) return;
    this.#isChanged = true;
    const groups = new Map(all.map(({ id, group }) => [id, group]));
    const nowS = this.parts.clock.nowS();
    const told = changes.map(({ change, alert, condition }) => {
      const group = alert.login === null ? null : (groups.get(alert.login) ?? null);
      if (change === 'fired') {
        const to = this.#receivers.filter((one) => isFor(one, alert, group)).map(({ key }) => key);
        alert.to = [...new Set([...alert.to, ...to])]; // also those that heard of it before it got graver
      }
      if (condition !== null) alert.told = this.#words(condition);
      return { to: alert.to, message: messageOf(alert, change, nowS) };
    });
    for (const { key, mayHear, queue } of this.#receivers)
      if (mayHear?.() !== false) queue.put(told.flatMap(({ to, message }) => (to.includes(key) ? message : [])));
  }

  #words({ title, text, value, threshold, unit, group }: Condition): NonNullable<Alert['told']> {
    const { say } = this.#speaker;
    return { title: say(title), text: say(text), value, threshold, unit, group };
  }

  #waiting(): Record<string, unknown> {
    return Object.fromEntries(this.#receivers.map(({ key, queue }) => [key, queue.toJSON()]));
  }

  /** Writes down what changed: an alert is on the disk before anybody hears of it twice. */
  save(): void {
    if (!this.#isChanged) return;
    const [open, waiting, settings] = [this.#open.toJSON(), this.#waiting(), this.#settings];
    this.#file.write({ version: 1, open, waiting, settings });
    this.#isChanged = false;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#running);
    this.#running = [];
  }
}

const isFor = ({ groups, kinds, mayHear }: Receiver, { kind }: Alert, group: string | null): boolean =>
  mayHear?.() !== false && kinds.has(kind) && (groups.length === 0 || (group !== null && groups.includes(group)));

async function freeMbOf(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(nullIfRefused);
  return disk && Math.floor((disk.bavail * disk.bsize) / MB);
}
