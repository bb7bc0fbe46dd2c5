import { useSignal } from '@preact/signals';
import { CHOICES, type Choice } from '../../base/languages.ts';
import { number } from '../kit/format.ts';
import { Warning } from '../kit/icons-over.tsx';
import { LANGUAGE_NAMES } from '../kit/language-names.ts';
import { Button, LinkButton } from '../kit/parts/button.tsx';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { remembered, themeChoice } from '../kit/settings.ts';
import { Compare } from './compare.tsx';
import { fleet, isSilent, notices, nowS, stations } from './fleet.ts';
import { Entry, Form } from './form.tsx';
import { List } from './list.tsx';
import { Alerts } from './manage/alerts.tsx';
import { AuditLog } from './manage/audit.tsx';
import { Manage } from './manage/manage.tsx';
import { People } from './manage/people.tsx';
import { Programs } from './manage/programs.tsx';
import { FleetMap } from './map/map.tsx';
import { route, TABS, type Tab, toTab } from './route.ts';
import { may, mustLogIn, send, session } from './session.ts';
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
      <span class="row">
        <span class="muted" aria-hidden="true">
          {t.fleet.colours}
        </span>
        <SegmentsOf label={t.fleet.colours} of={themeChoice} choices={t.fleet.colourChoices} />
      </span>
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
      {!mustLogIn.value && <LinkButton name={t.fleet.csvAll} href="/api/fleet.csv" download />}
    </footer>
  );
}

const again = (): void => location.reload();
const PRESENT = { label: t.fleet.login.password, type: 'password', autocomplete: 'current-password' } as const;

/** Login of a person. The hub sets the cookie; no script can read it. */
function Login() {
  const [name, password] = [useSignal(''), useSignal('')];
  const logIn = (): Promise<void> =>
    send('POST', '/api/session', { name: name.value, password: password.value }).then(again);
  return (
    <section>
      <h2>{t.fleet.login.title}</h2>
      <Form label={t.fleet.login.title} send={logIn}>
        <Entry label={t.fleet.login.name} of={name} autocomplete="username" />
        <Entry {...PRESENT} of={password} />
      </Form>
    </section>
  );
}

/** Name of the person, logging out, and the own password. */
function Person() {
  const [password, wanted] = [useSignal(''), useSignal('')];
  const known = session.value;
  if (known === null || known.name === null || known.role === 'public') return null;
  const change = async (): Promise<string> => {
    await send('POST', '/api/session/password', { password: password.value, new_password: wanted.value });
    [password.value, wanted.value] = ['', ''];
    return t.fleet.login.changed;
  };
  return (
    <div class="row">
      <span>
        <bdi>{known.name}</bdi> <span class="muted">{t.fleet.roles[known.role]}</span>
      </span>
      <Button name={t.fleet.login.out} onClick={() => void send('DELETE', '/api/session').then(again)} />
      <details>
        <summary>{t.fleet.login.change}</summary>
        <Form label={t.fleet.login.change} send={change}>
          <Entry {...PRESENT} of={password} />
          <Entry label={t.fleet.login.newPassword} type="password" of={wanted} autocomplete="new-password" />
        </Form>
      </details>
    </div>
  );
}
