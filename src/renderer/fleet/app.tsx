import type { ComponentChildren } from 'preact';
import { CHOICES, type Choice } from '../../base/languages.ts';
import { number } from '../format.ts';
import { Warning } from '../icons-over.tsx';
import { LANGUAGE_NAMES } from '../language-names.ts';
import { SegmentsOf } from '../parts/segments.tsx';
import { remembered, themeChoice } from '../settings.ts';
import { Compare } from './compare.tsx';
import { fleet, isSilent, notices, nowS, stations } from './fleet.ts';
import { List } from './list.tsx';
import { Login, Person } from './login.tsx';
import { AuditLog } from './manage/audit.tsx';
import { Manage } from './manage/manage.tsx';
import { People } from './manage/people.tsx';
import { FleetMap } from './map/map.tsx';
import { route, TABS, type Tab, toTab } from './route.ts';
import { may, mustLogIn, session } from './session.ts';
import { Skill } from './skill.tsx';
import { Station } from './station.tsx';
import { t } from './texts/fleet.ts';

const VIEWS = {
  list: List,
  map: FleetMap,
  skill: Skill,
  compare: Compare,
  station: Station,
  manage: Manage,
  people: People,
  audit: AuditLog,
};
/** Tabs that not everybody has, and the permission that shows them. */
const NEEDS: Partial<Record<Tab | 'station', string>> = {
  manage: 'tend-stations',
  people: 'manage-people',
  audit: 'read-audit',
};
const isOpen = (view: Tab | 'station'): boolean => {
  const needed = NEEDS[view];
  return needed === undefined || (session.value?.name != null && may(needed) !== 'none');
};

export function FleetApp() {
  const { view, id } = route.value;
  const View = VIEWS[isOpen(view) ? view : 'list'];
  document.title = `${t.fleet.title} · ${t.appName}`;
  return (
    <div class="fleet page">
      <header>
        <h1>
          {t.fleet.title} <Counts />
        </h1>
        <nav aria-label={t.fleet.title}>
          {(mustLogIn.value ? [] : TABS.filter(isOpen)).map((tab) => (
            <a key={tab} href={toTab(tab)} {...(tab === view && { 'aria-current': 'page' as const })}>
              {t.fleet.views[tab]}
            </a>
          ))}
        </nav>
      </header>
      {/* Beside what it is about, and said once. */}
      <div class="notices" role="status">
        {notices.value.map((text) => (
          <p class="problem" key={text}>
            <Warning />
            <span>{text}</span>
          </p>
        ))}
      </div>
      <main class="bare">
        {mustLogIn.value ? (
          <Login />
        ) : fleet.value.value === null && view !== 'skill' ? (
          !fleet.problem.value && <p class="empty-note">{t.fleet.loading}</p>
        ) : (
          <View key={id} />
        )}
      </main>
      <Foot />
    </div>
  );
}

function Counts() {
  const all = stations.value.filter(({ revoked }) => !revoked);
  if (all.length === 0) return null;
  const silent = all.filter((station) => isSilent(station, nowS.value)).length;
  return (
    <span class="plain">
      {t.fleet.count({ n: all.length })}
      {silent > 0 && ` · ${t.fleet.groups.silent}: ${number(silent)}`}
    </span>
  );
}

const languageChoice = remembered<'auto' | Choice>('language', ['auto', ...CHOICES], 'auto');

function Foot() {
  const choose = (choice: string): void => {
    languageChoice.value = CHOICES.find((one) => one === choice) ?? 'auto';
    location.reload();
  };
  return (
    <footer class="row no-print">
      <Person />
      <Line label={t.fleet.colours}>
        <SegmentsOf label={t.fleet.colours} of={themeChoice} choices={t.fleet.colourChoices} />
      </Line>
      <label class="row">
        <span class="muted">{t.fleet.language}</span>
        <select class="entry" value={languageChoice.value} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="auto">{t.fleet.asBrowser}</option>
          {CHOICES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      {!mustLogIn.value && (
        <a class="button" href="/api/fleet.csv" download>
          {t.fleet.csvAll}
        </a>
      )}
    </footer>
  );
}

const Line = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <span class="row">
    <span class="muted" aria-hidden="true">
      {label}
    </span>
    {children}
  </span>
);
