import { THEMES, themeChoice } from '../kit/browser-choices.ts';
import { Caught } from '../kit/caught.tsx';
import { number } from '../kit/format.ts';
import { LinkButton } from '../kit/parts/button.tsx';
import { LanguageChoice } from '../kit/parts/language-choice.tsx';
import { ProblemLine } from '../kit/parts/problem.tsx';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { Compare } from './compare.tsx';
import { fleet, isSilent, notices, nowS, stations } from './fleet.ts';
import { List } from './list.tsx';
import { Login, Person } from './login.tsx';
import { Alerts } from './manage/alerts.tsx';
import { AuditLog } from './manage/audit.tsx';
import { Manage } from './manage/manage.tsx';
import { People } from './manage/people.tsx';
import { Programs } from './manage/programs.tsx';
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
  alerts: Alerts,
  people: () => (
    <>
      <People />
      <Programs />
    </>
  ),
  audit: AuditLog,
};
/** Tabs that not everybody has, and the permission that shows them. */
const NEEDS: Partial<Record<Tab | 'station', string>> = {
  manage: 'tend-stations',
  alerts: 'set-alerts',
  people: 'manage-people',
  audit: 'read-audit',
};
const isOpen = (view: Tab | 'station'): boolean => {
  const needed = NEEDS[view];
  return needed === undefined || (session.value?.name != null && may(needed) !== 'none');
};

export function FleetApp() {
  const { view, id } = route.value;
  const shown = isOpen(view) ? view : 'list';
  const View = VIEWS[shown];
  document.title = `${shown === 'station' ? id : t.fleet.views[shown]} · ${t.fleet.title} · ${t.appName}`;
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
      {/* Outside the views: it is about all of them, and read out once. */}
      <div class="notices" role="status">
        {notices.value.map((text) => (
          <ProblemLine key={text} text={text} />
        ))}
      </div>
      <main class="bare">
        {mustLogIn.value ? (
          <Login />
        ) : fleet.value.value === null && view !== 'skill' ? (
          !fleet.problem.value && <p class="empty-note">{t.fleet.loading}</p>
        ) : (
          <Caught key={`${view} ${id}`}>
            <View />
          </Caught>
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
      {silent > 0 && ` · ${t.labelled({ label: t.fleet.groups.silent, text: number(silent) })}`}
    </span>
  );
}

function Foot() {
  return (
    <footer class="row no-print">
      <Person />
      <span class="row">
        <span class="muted" aria-hidden="true">
          {t.headings.colours}
        </span>
        <SegmentsOf label={t.headings.colours} of={themeChoice} choices={t.fleet.colourChoices} order={THEMES} />
      </span>
      <span class="row">
        <span class="muted" aria-hidden="true">
          {t.headings.language}
        </span>
        <LanguageChoice class="entry" label={t.headings.language} auto={t.headings.asBrowser} />
      </span>
      {!mustLogIn.value && <LinkButton name={t.fleet.csvAll} href="/api/fleet.csv" download />}
    </footer>
  );
}
