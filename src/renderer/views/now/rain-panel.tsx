import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LabelResult, LabelUndone } from '../../../contract/conditions.ts';
import { GivenUp } from '../../data/api.ts';
import { post, rain, remove } from '../../data/station.ts';
import { DASH, figure, number } from '../../format.ts';
import { t } from '../../texts.ts';

const UNDO_S = 10;

export function RainPanel() {
  const chance = useComputed(() => figure('probability', rain.value?.rain_probability, 'metric'));
  const isKnown = useComputed(() => chance.value !== DASH);
  const fill = useComputed(() => 100 * (rain.value?.rain_probability ?? 0));
  const split = useComputed(() => {
    const now = rain.value;
    if (!now) return t.now.noRain;
    const percent = (p: number | null) => (p === null ? DASH : number(100 * p));
    return `${t.now.prior} ${percent(now.prior_probability)} · ${t.now.learned} ${percent(now.model_probability)}`;
  });
  const trust = useComputed(() =>
    rain.value && rain.value.learner_trust !== null
      ? ` · ${t.now.trust} ${number(100 * rain.value.learner_trust)}\u202f%`
      : '',
  );
  return (
    <section class="rain-panel" aria-label={t.now.rain3h}>
      <h2>{t.now.rain3h}</h2>
      <p class="rain-figure">
        <span class={isKnown.value ? 'value rain' : 'value muted'}>{chance}</span>
        {isKnown.value && <span class="unit">%</span>}
      </p>
      <svg class="meter" aria-hidden="true">
        <rect class="track" width="100%" height="100%" rx="3" />
        <rect class="fill" width={useComputed(() => `${fill.value}%`)} height="100%" rx="3" />
      </svg>
      <p class="rain-split">
        {split}
        <span class="trust">{trust}</span>
      </p>
      <Observe />
    </section>
  );
}

/** What the reader sees outside, told with one touch; ten seconds to take it back. */
function Observe() {
  const noted = useSignal<{ id: number; what: string } | null>(null);
  const leftS = useSignal(0);
  const refusal = useSignal<string | null>(null);
  const busy = useSignal(false);

  useEffect(() => {
    const id = setInterval(() => {
      if (leftS.peek() === 0) return;
      leftS.value--;
      if (leftS.peek() === 0) {
        noted.value = null;
        refusal.value = null;
      }
    }, 1000);
    return () => clearInterval(id);
  }, []);

  const act = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await work();
    } catch (error) {
      noted.value = null;
      if (error instanceof GivenUp) return;
      refusal.value = error instanceof Error ? error.message : String(error);
      leftS.value = UNDO_S;
    } finally {
      busy.value = false;
    }
  };
  const tell = (value: 0 | 1): Promise<void> =>
    act(async () => {
      const { id } = await post<LabelResult>('/api/label', { kind: 'rain', value });
      noted.value = { id, what: value === 1 ? t.now.wet : t.now.dry };
      leftS.value = UNDO_S;
    });
  const undo = (id: number): Promise<void> =>
    act(async () => {
      await remove<LabelUndone>(`/api/label/${id}`);
      noted.value = null;
      leftS.value = 0;
    });

  const done = noted.value;
  return (
    <div class="observe" aria-live="polite">
      {refusal.value && leftS.value > 0 ? (
        <button type="button" class="button undo" onClick={() => (refusal.value = null)}>
          <span class="ellipsis">{refusal.value}</span>
        </button>
      ) : done ? (
        <button type="button" class="button undo" onClick={() => undo(done.id)}>
          <span class="muted">{t.now.noted(done.what)}</span>
          <span>
            {t.now.undo} {leftS}
          </span>
        </button>
      ) : (
        <>
          <button type="button" class="button dry" title={t.now.dryHint} onClick={() => tell(0)}>
            {t.now.dry}
          </button>
          <button type="button" class="button wet" title={t.now.wetHint} onClick={() => tell(1)}>
            {t.now.wet}
          </button>
        </>
      )}
    </div>
  );
}
