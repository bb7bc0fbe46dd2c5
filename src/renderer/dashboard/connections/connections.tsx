import { useSignalEffect } from '@preact/signals';
import type { Connections as Listed } from '../../../contract/connections.ts';
import { resource, source, status } from '../../kit/data/station.ts';
import { Page } from '../../kit/parts/page.tsx';
import { latest, phase } from '../settings/editing.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { t } from '../texts/connections.ts';
import { Card } from './card.tsx';
import { isAtHome, isOfAlarms } from './form.tsx';
import { Sink } from './sink.tsx';

const connections = resource<Listed>(() => '/api/connections', 4);

/** View Connections: where the station sends its data. */
export default function Connections() {
  const listed = connections.use();
  latest.use();
  const changed = (): void => void connections.load();
  // As the list says, which is asked once the station has begun again.
  useSignalEffect(() => {
    if (phase.value === 'done') changed();
  });
  const sinks = listed?.sinks ?? [];
  const isPublic = (name: string): boolean => !isAtHome(name) && !isOfAlarms(name);
  const group = (title: string, belongs: (name: string) => boolean) => (
    <section>
      <h2>{title}</h2>
      <div class="sinks">
        {sinks
          .filter(({ name }) => belongs(name))
          .map((sink) => (
            <Sink key={sink.name} of={sink} changed={changed} />
          ))}
      </div>
    </section>
  );
  return (
    <Page view="connections" head={<p class="muted">{t.connections.intro}</p>} problem={connections.problem.value}>
      {listed && group(t.connections.home, isAtHome)}
      {listed?.card && <Card text={listed.card} />}
      {listed && group(t.views.alarms, isOfAlarms)}
      {listed && group(t.connections.public, isPublic)}
      {listed && <NeverSent />}
      <SaveBar />
    </Page>
  );
}

function NeverSent() {
  const site = status.use()?.site;
  const { rules, neverSent } = t.connections;
  return (
    <section>
      <h2>{neverSent}</h2>
      <ul class="never-sent">
        {site && <li>{site.indoors ? rules.indoors : rules.outdoors}</li>}
        {source.value !== 'measured' && <li>{rules.simulated}</li>}
        <li>{rules.held}</li>
        <li>{rules.light}</li>
      </ul>
    </section>
  );
}
