import type { Care, UpgradeAsked } from '../../../contract/care.ts';
import { minuteS, post, time } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { DASH } from '../../kit/format.ts';
import { Info } from '../../kit/icons.tsx';
import { Warning } from '../../kit/icons-over.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Verdict } from '../../kit/parts/verdict.tsx';
import { t } from '../texts/about.ts';

/** Longer than apt takes on a small computer. */
const NOTHING_CAME_S = 600;

/** Most lines of news; CHANGELOG has the others. */
const MOST_NEWS = 15;

/** The program in force, since when, what it brought, and the way back from it. */
export function Version({ of: { version, since_ts, release, story, news } }: { of: Care }) {
  return (
    <section>
      <h2>{t.version}</h2>
      <Facts
        of={[
          [t.inForce, version],
          [t.since, since_ts === null ? DASH : time.value.date(since_ts)],
        ]}
      />
      {release?.upgrading_to && <Verdict isWell={false} of={t.upgrading({ to: release.upgrading_to })} />}
      {story && (
        <p class={`verdict ${story.severity === 'info' ? '' : 'warn'}`}>
          {story.severity === 'info' ? <Info /> : <Warning />}
          <span>{t.lastUpgrade({ at: time.value.dateAndClock(story.ts), text: story.text })}</span>
        </p>
      )}
      <Update of={release} />
      {release?.previous && (
        <p class="muted">
          {t.goBack} <code>sudo weatherglass rollback</code>
        </p>
      )}
      <News of={news} />
    </section>
  );
}

/**
 * Update button, and what it does. The page never runs as root: the station leaves a request, and only what apt's own repositories have is
 * installed. Without a package the command stands in its place.
 */
function Update({ of: release }: { of: Care['release'] }) {
  /** Minute of the request. */
  const task = useTask<number>();
  const askedS = task.result.value;
  const isAwaited = askedS !== null && minuteS.value - askedS < NOTHING_CAME_S;
  const ask = () => task.run(() => post<UpgradeAsked>('/api/upgrade').then(() => minuteS.peek()));
  return (
    <>
      {release?.can_ask && (
        <>
          <p>{t.ask.what}</p>
          <p>
            <Button name={t.ask.go} disabled={task.busy.value || isAwaited} onClick={ask} />
          </p>
        </>
      )}
      <div role="status">
        {task.problem.value && <p class="refusal">{task.problem.value}</p>}
        {askedS !== null && !release?.upgrading_to && <p>{isAwaited ? t.ask.asked : t.ask.none}</p>}
      </div>
      <p class="muted">
        {release ? t.update : t.updateByHand} {release && <code>sudo weatherglass upgrade FILE.deb</code>}
      </p>
    </>
  );
}

function News({ of: news }: { of: Care['news'] }) {
  if (news === null) return null;
  const isUnreleased = news.title === 'Unreleased';
  return (
    <>
      <h3>
        {t.news}{' '}
        <span class="muted" dir={isUnreleased ? undefined : 'ltr'}>
          {isUnreleased ? t.unreleased : news.title}
        </span>
      </h3>
      <ul class="news" lang={news.language} dir="auto">
        {news.items.slice(0, MOST_NEWS).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
