import type { Histogram } from '../../../contract/models.ts';
import { gappedLine } from '../../kit/charts/path.ts';
import { number } from '../../kit/format.ts';
import { SpokenTable } from '../../kit/parts/spoken-table.tsx';
import { t } from '../texts/nerd.ts';
import { signalName, toneOf } from './names.ts';

const W = 240;
const H = 90;

export const Innovations = ({ of }: { of: Record<string, Histogram> }) => (
  <section>
    <h2>{t.nerd.innovations}</h2>
    <p class="muted">{t.nerd.innovationsIntro}</p>
    <div class="three">
      {Object.entries(of).map(([signal, histogram]) => (
        <div key={signal} class={`instrument tone-${toneOf(signal)}`}>
          <h3 class={`${toneOf(signal)}-text`}>{signalName(signal)}</h3>
          {histogram.counts.length === 0 ? (
            <p class="empty-note">{t.nerd.tooFew({ n: number(histogram.n) })}</p>
          ) : (
            <Bars signal={signal} of={histogram} />
          )}
        </div>
      ))}
    </div>
  </section>
);

/** 21 bins from −4 to 4 σ under the normal curve of the same area. */
function Bars({ signal, of }: { signal: string; of: Histogram }) {
  const bin = 8 / of.counts.length;
  const expected = (z: number): number => (of.n * bin * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
  const top = Math.max(expected(0), ...of.counts) * 1.06 || 1;
  const y = (count: number): number => H - (count / top) * H;
  const bell = Array.from({ length: 61 }, (_, i) => ({ x: (i / 60) * W, y: y(expected(-4 + (8 * i) / 60)) }));
  const width = W / of.counts.length;
  const label = t.nerd.histogram({ signal: signalName(signal) });
  const rows = of.counts.map((count, i) => [number(of.edges?.[i], 2), number(count)]);
  return (
    <>
      <svg class="histogram" viewBox={`0 -2 ${W} ${H + 20}`} role="img" aria-label={label}>
        {of.counts.map((count, i) => (
          <rect key={i} class="bar" x={i * width + 0.75} width={width - 1.5} y={y(count)} height={H - y(count)} />
        ))}
        <path class="bell" d={gappedLine(bell)} />
        {[-3, 0, 3].map((z) => (
          <text key={z} x={((z + 4) / 8) * W} y={H + 15} text-anchor="middle">
            {number(z)}
          </text>
        ))}
      </svg>
      <p class="stats muted">
        {t.nerd.mean} <b>{number(of.mean, 2, true)}</b> · {t.nerd.std} <b>{number(of.std, 2)}</b> · {t.nerd.skew}{' '}
        <b>{number(of.skew, 2, true)}</b> · {t.nerd.kurtosis} <b>{number(of.kurtosis, 1)}</b>
      </p>
      <SpokenTable caption={label} heads={['σ', 'n']} rows={rows} />
    </>
  );
}
