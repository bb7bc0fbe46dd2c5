import { z } from 'zod';
import { HOME_NETWORKS, inNetworks } from '../../base/networks.ts';
import type { Channel } from '../../sending/channel.ts';
import type { Idle } from '../../sending/outcome.ts';
import type { Ports } from '../../sending/ports.ts';
import { groupNameOf, isShortLine } from '../details.ts';
import { FileDamaged } from '../files/json-file.ts';
import { ListFile } from '../files/list-file.ts';
import { newId } from '../notices.ts';
import { ALERT_KINDS } from './conditions.ts';
import { type AlertSettings, type ReceiverSettings, receiversOf } from './settings.ts';

const MOST_OF_GROUP = 10;
const MOST = 1000;

/** Kinds of alerts about a station; those about the hub are the operator's. */
const STATION_KINDS = ALERT_KINDS.filter((kind) => kind !== 'hub');

/** A single address: no list, and nothing that ends a header. */
const ADDRESS = /^[^\s,;<>"]+@[^\s,;<>"]+$/;
const Email = z.string().max(200).regex(ADDRESS);
const Webhook = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .refine((text) => new URL(text).username === '' && new URL(text).password === '', 'needs no user in it');

const GroupReceiver = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  group: z.string().refine(isShortLine),
  email: Email.nullable(),
  webhook: Webhook.nullable(),
  kinds: z.array(z.enum(ALERT_KINDS)).min(1),
  by: z.string(),
  added_ts: z.number(),
});
export type GroupReceiver = z.infer<typeof GroupReceiver>;

type Given = Pick<GroupReceiver, 'group' | 'email' | 'webhook' | 'kinds' | 'by'>;

/** Receivers of the alerts about one group, which its teacher chose. Immutable: a change makes a new list, or a sentence where it cannot be. */
export class GroupReceivers {
  /** `damage`: what is wrong with their file, of which these could be read. */
  constructor(
    readonly all: readonly GroupReceiver[] = [],
    readonly damage: string | null = null,
  ) {}

  added(given: Given, nowS: number): { list: GroupReceivers; receiver: GroupReceiver } | string {
    if (this.all.filter(({ group }) => group === given.group).length >= MOST_OF_GROUP)
      return `a group has at most ${MOST_OF_GROUP} receivers`;
    if (this.all.length >= MOST) return `there are ${MOST} receivers already`;
    const receiver = { id: newId(), ...given, added_ts: nowS };
    return { list: new GroupReceivers([...this.all, receiver]), receiver };
  }

  removed(id: string): GroupReceivers {
    return new GroupReceivers(this.all.filter((one) => one.id !== id));
  }
}

export const groupReceiverFile = (folder: string): ListFile<GroupReceivers> =>
  new ListFile(folder, {
    name: 'group-alerts',
    key: 'receivers',
    item: GroupReceiver,
    what: 'list of receivers',
    remedy: 'the receivers in it that can be read stay, and the next change keeps it as group-alerts.json.damaged',
    salvages: true,
    of: (all, damage) => new GroupReceivers(all ?? [], damage),
  });

const KEY = 'group ';
export const keyOfReceiver = (id: string): string => KEY + id;

/** Receivers whose entry in a damaged file could not be read, by the keys of what is saved: their messages wait until it is mended. */
export function unreadReceiversOf(saved: readonly string[], read: ReadonlySet<string>): ReceiverSettings[] {
  const keys = saved.filter((key) => key.startsWith(KEY) && !read.has(key));
  const channel: Idle = { name: 'webhook', enabled: true, lacks: 'its entry in group-alerts.json' };
  const nothing = { groups: [], kinds: new Set<string>(), channel };
  return keys.map((key): ReceiverSettings => ({ name: key.replace(KEY, 'receiver '), key, ...nothing }));
}

/** Target as people read it. A webhook's path is often its key. */
export const targetOf = ({ email, webhook }: Pick<GroupReceiver, 'email' | 'webhook'>): string =>
  email ?? new URL(webhook!).host;

/** Also of a provider's own network, and behind NAT64 and 6to4. Link-local and reserved ones are refused for every webhook. */
const isPrivate = inNetworks([...HOME_NETWORKS, '100.64.0.0/10', '64:ff9b::/96', '2002::/16']);

/**
 * Network of webhooks that a teacher chose. A name that leads to this machine or to its network leads nowhere (server-side request
 * forgery): the database, which has no login, is there.
 */
const publicPorts = (ports: Ports): Ports => ({
  ...ports,
  lookup: async (host) => (await ports.lookup(host)).filter((address) => !isPrivate(address)),
});

export function groupReceiversOf(
  { all }: GroupReceivers,
  settings: AlertSettings,
  ports: Ports,
  ownPort: number,
  mayHear: (receiver: GroupReceiver) => boolean,
): ReceiverSettings[] {
  const channelOf = ({ group, email, webhook, kinds }: GroupReceiver): Channel | Idle => {
    if (email !== null && settings.mail === undefined) return { name: 'email', enabled: true, lacks: 'mail.host' };
    const to = email !== null ? { email } : { webhook: webhook! };
    const receivers = [{ ...to, groups: [group], alerts: kinds, allow_local: false }];
    try {
      return receiversOf({ ...settings, receivers }, publicPorts(ports), ownPort)[0]!.channel;
    } catch (error) {
      // A receiver that cannot be made is alone in it: the operator's, and everybody else's, stay in force.
      if (!(error instanceof FileDamaged)) throw error;
      return { name: 'webhook', enabled: true, lacks: 'url' };
    }
  };
  return all.map((one) => ({
    ...{ name: `${targetOf(one)} (${one.group})`, key: keyOfReceiver(one.id), groups: [one.group] },
    ...{ kinds: new Set(one.kinds), mayHear: () => mayHear(one), channel: channelOf(one) },
  }));
}

/** Fields of a receiver that a person may give; the hub adds the rest. */
export const GivenReceiver = z
  .strictObject({
    group: z.string().max(200).transform(groupNameOf),
    email: Email.optional(),
    webhook: Webhook.optional(),
    kinds: z.array(z.enum(STATION_KINDS)).min(1),
  })
  .refine(({ email, webhook }) => (email === undefined) !== (webhook === undefined), 'needs email or webhook');
