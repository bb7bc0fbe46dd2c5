import { useComputed } from '@preact/signals';
import { isStale, minuteS, telemetry } from '../../../data/station.ts';
import { duration, figure, unitOf } from '../../../format.ts';
import { Check, Warning } from '../../../icons-over.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/models.ts';
import { wizard } from './ours.ts';
import { restOf, TOGETHER_S } from './rules.ts';
import { shownFact, shownNow } from './shown.ts';

export function Wait() {
  const { subject, placedS } = wizard().state.value;
  const isTemperature = subject === 'temperature';
  const rate = useComputed(() => {
    const rates = telemetry.value?.rates;
    return (isTemperature ? rates?.temperature_c_per_h : rates?.humidity_pct_per_h) ?? null;
  });
  const togetherS = useComputed(() => (placedS === null ? 0 : minuteS.value - placedS));
  const rest = useComputed(() =>
    restOf(subject, telemetry.value ? shownNow(subject) : undefined, rate.value, isStale.value, togetherS.value),
  );
  const words = useComputed(() => {
    if (rest.value === 'settling') return t.models.settling({ n: Math.ceil((TOGETHER_S - togetherS.value) / 60) });
    if (rest.value !== 'moving') return t.models.rest[rest.value];
    const kind = isTemperature ? 'temperatureRate' : 'humidityRate';
    return t.models.moving({
      rate: `${figure(kind, rate.value, units.value)}${isTemperature ? unitOf(kind, units.value) : '\u202f%/h'}`,
    });
  });
  const isSteady = rest.value === 'steady';
  return (
    <>
      <p class={`lead verdict ${isSteady ? 'ok' : 'warn'}`} aria-live="polite">
        {isSteady ? <Check /> : <Warning />}
        {words}
      </p>
      <Facts
        of={[
          shownFact(subject),
          ...(placedS === null ? [] : ([[t.models.inPlaceFor, duration(minuteS.value - placedS)]] as const)),
          ['CPU', figure('temperature', telemetry.value?.cpu_temp, units.value), unitOf('temperature', units.value)],
        ]}
      />
      <div class="row">
        <button type="button" class="button" onClick={() => wizard().set({ step: 'measure' })}>
          {t.models.back}
        </button>
        <button
          type="button"
          class={`button${isSteady ? ' strong' : ''}`}
          onClick={() => wizard().set({ step: 'enter', typed: '' })}
          disabled={rest.value === 'no-reading' || rest.value === 'connecting'}
        >
          {isSteady ? t.models.goOn : t.models.goOnAnyway}
        </button>
      </div>
    </>
  );
}
