import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import type { Care, NewsKind } from '../../../contract/care.ts';
import { time } from '../../data/station.ts';
import { DASH, duration } from '../../format.ts';
import { Info } from '../../icons.tsx';
import { Warning } from '../../icons-over.tsx';
import { Facts } from '../../parts/facts.tsx';
import { t } from '../../texts/about.ts';

const NEWS_AT_FIRST = 5;

/** The program in force, since when, what it brought, and the way back from it. */
export function Version({ of: { version, since_ts, uptime_s, release, story, news } }: { of: Care }) {
  const isAsked = useSignal(false);
  return (
    <section>
      <h2>{t.version}</h2>
      <Facts
        of={[
          [t.inForce, version],
          [t.since, since_ts === null ? DASH : time.value.dateAndClock(since_ts)],
          [t.runningFor, duration(uptime_s)],
          ...(release?.previous ? [[t.before, release.previous] as const] : []),
        ]}
      />
      {release?.upgrading_to && (
        <p class="verdict warn">
          <Warning />
          {t.upgrading({ to: release.upgrading_to })}
        </p>
      )}
      {story && (
        <p class={`verdict ${story.severity === 'info' ? '' : 'warn'}`}>
          {story.severity === 'info' ? <Info /> : <Warning />}
          <span>{t.lastUpgrade({ at: time.value.dateAndClock(story.ts), text: story.text })}</span>
        </p>
      )}
      {/* A page that may run as root would be the station's weakest door: the button says what happens, and by which command. */}
      <p>
        <button
          type="button"
          class="button"
          aria-expanded={isAsked.value}
          onClick={() => (isAsked.value = !isAsked.value)}
        >
          {t.howToUpdate}
        </button>
      </p>
      {isAsked.value && (
        <div role="status">
          <p>{t.updateWhat}</p>
          <p class="muted">
            {release ? t.update : t.updateByHand} {release && <code>sudo weatherglass upgrade FILE.deb</code>}
          </p>
        </div>
      )}
      {release?.previous && (
        <p class="muted">
          {t.goBack} <code>sudo weatherglass rollback</code>
        </p>
      )}
      <News of={news} />
    </section>
  );
}

function News({ of: news }: { of: Care['news'] }) {
  const isWhole = useSignal(false);
  if (news === null) return <p class="muted">{t.noNews}</p>;
  const shown = isWhole.value ? news.items : news.items.slice(0, NEWS_AT_FIRST);
  return (
    <>
      <h3>
        {t.news}{' '}
        {news.title === 'Unreleased' ? (
          <span class="muted">{t.unreleased}</span>
        ) : (
          <span class="muted" dir="ltr">
            {news.title}
          </span>
        )}
      </h3>
      {groupsOf(news.kinds.slice(0, shown.length)).map(({ kind, from, to }) => (
        <Fragment key={from}>
          {kind !== null && <h4>{t.kinds[kind]}</h4>}
          {/* As it was written down with the program: in English. */}
          <ul class="news" lang="en" dir="ltr">
            {shown.slice(from, to).map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      {news.items.length > NEWS_AT_FIRST && (
        <p>
          <button type="button" class="button" onClick={() => (isWhole.value = !isWhole.value)}>
            {isWhole.value ? t.fewerNews : t.moreNews({ n: news.items.length })}
          </button>
        </p>
      )}
    </>
  );
}

interface NewsGroup {
  kind: NewsKind | null;
  from: number;
  to: number;
}

/** Runs of items under the same heading. */
function groupsOf(kinds: readonly (NewsKind | null)[]): NewsGroup[] {
  const groups: NewsGroup[] = [];
  for (const [i, kind] of kinds.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && last.kind === kind) last.to = i + 1;
    else groups.push({ kind, from: i, to: i + 1 });
  }
  return groups;
}
