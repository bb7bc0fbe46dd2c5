import { isFor, noticeFile, type StagedNotice } from '../../../hub/notices.ts';
import { accepted } from '../../../hub/refusal.ts';
import type { Registry } from '../../../hub/registry.ts';
import { UserError } from '../../user-error.ts';
import { dayText, type HubWork, hubCommand, JSON_TOO, shareOf } from './work.ts';

/** `hub notice`: a message on the stations, or its end. A running hub sees it within a second, a station with its next rows. */
export const notice = hubCommand(
  'notice',
  {
    options: {
      share: { type: 'string', default: '100' },
      only: { type: 'string', multiple: true, default: [] },
      withdraw: { type: 'string' },
    },
    words: ({ withdraw }) => (withdraw === undefined ? ['TEXT'] : []),
  },
  (hub, { share, only, withdraw }, [text]) =>
    withdraw === undefined ? stage(hub, text!, shareOf(share), [...new Set(only)]) : withdrawn(hub, withdraw),
);

async function stage(hub: HubWork, text: string, share: number, only: readonly string[]): Promise<void> {
  const registry = hub.registryFile.read();
  const unknown = only.find((login) => registry.find(login) === null);
  if (unknown !== undefined)
    throw new UserError(`there is no station "${unknown}"; "weatherglass hub list" shows all.`);
  const { notice: staged } = await noticeFile(hub.folder).change((before) =>
    accepted(before.staged({ text, share, only: [...only] }, hub.nowS)),
  );
  const what = { text: staged.text, share: staged.share, only: only.join(', ') };
  await hub.told({ did: 'notice-shown', to: null, what });
  hub.out(`notice: ${staged.id}\nstations: ${reach(staged, registry)}`);
}

async function withdrawn(hub: HubWork, id: string): Promise<void> {
  await noticeFile(hub.folder).change((before) => ({ list: accepted(before.withdrawn(id)) }));
  await hub.told({ did: 'notice-withdrawn', to: null, what: { id } });
  hub.out(`withdrawn: ${id}`);
}

export const notices = hubCommand('notices', { options: JSON_TOO }, (hub, { json }) => {
  const { all } = noticeFile(hub.folder).read();
  const registry = hub.registryFile.read();
  hub.list(
    json && { notices: all.map((one) => ({ ...one, stations: shownTo(one, registry).length })) },
    all.map(
      (one) => `${one.id}  ${dayText(one.since_ts)}  ${one.share} %, ${reach(one, registry)} stations  ${one.text}`,
    ),
    'there are no notices.',
  );
});

const welcome = ({ stations }: Registry) => stations.filter(({ revoked_ts }) => revoked_ts === null);
const shownTo = (one: StagedNotice, registry: Registry) => welcome(registry).filter(({ login }) => isFor(one, login));
const reach = (one: StagedNotice, registry: Registry): string =>
  `${shownTo(one, registry).length} of ${welcome(registry).length}`;
