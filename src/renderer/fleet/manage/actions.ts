import type { PublicField } from '../../../contract/names.ts';
import { t } from '../texts/fleet.ts';

export type ActionName = keyof typeof t.fleet.manage.deeds;

/** Stations, text and fields that a person has chosen for an action. */
interface Given {
  logins: readonly string[];
  text: string;
  fields: readonly PublicField[];
  /** Only says what would be deleted. */
  isDry: boolean;
}

interface Action {
  /** Label of its text, if it has one. */
  label?: string;
  isOfOne?: true;
  isOfTeachers?: true;
  /** Request that carries it out. */
  asks(given: Given): readonly [path: string, body: object];
}

const STATIONS = '/api/manage/stations';
const ofKeys = (deed: string, more?: Pick<Action, 'label' | 'isOfOne'>): Action => ({
  ...more,
  asks: ({ logins, text }) => [`${STATIONS}/keys`, { logins, deed, ...(more !== undefined && { login: text }) }],
});

/** Everything that can be done to chosen stations. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  name: {
    label: t.headings.name,
    isOfOne: true,
    isOfTeachers: true,
    asks: ({ logins, text }) => [`${STATIONS}/tend`, { logins, name: text }],
  },
  place: {
    label: t.headings.place,
    isOfTeachers: true,
    asks: ({ logins, text }) => [`${STATIONS}/tend`, { logins, place: text }],
  },
  group: {
    label: t.fleet.manage.group,
    asks: ({ logins, text }) => [`${STATIONS}/group`, { logins, group: text.trim() || null }],
  },
  publish: { asks: ({ logins, fields }) => [`${STATIONS}/publish`, { logins, fields }] },
  withdraw: { asks: ({ logins }) => [`${STATIONS}/publish`, { logins, fields: null }] },
  keep: {
    label: t.fleet.manage.days,
    asks: ({ logins, text, isDry }) => [
      `${STATIONS}/keep`,
      { logins, days: text === '' ? null : Number(text), dry_run: isDry },
    ],
  },
  rotate: ofKeys('rotate'),
  relog: ofKeys('relog', { label: t.fleet.manage.login, isOfOne: true }),
  revoke: ofKeys('revoke'),
  remove: ofKeys('remove'),
  erase: {
    label: t.fleet.manage.login,
    isOfOne: true,
    asks: ({ logins, text }) => [`/api/fleet/${logins[0]}/erase`, { login: text.trim() }],
  },
};
