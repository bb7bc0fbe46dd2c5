import { minuteS, nerd, time } from '../../../data/station.ts';
import { DASH, number } from '../../../format.ts';
import { Facts } from '../../../parts/facts.tsx';
import { t } from '../../../texts/models.ts';
import { wizard } from './ours.ts';
import { shownFact } from './shown.ts';
import { WayBack } from './way-back.tsx';

export function Measure() {
  nerd.use();
  const { subject } = wizard().state.value;
  const compensators = nerd.value.value?.compensators;
  const learned = subject === 'temperature' ? compensators?.thermal : compensators?.humidity;
  const lastTs = learned?.last_ts ?? null;
  return (
    <>
      <p class="lead">{t.models.measure[subject]}</p>
      <Facts
        of={[
          shownFact(subject),
          subject === 'temperature'
            ? [t.inside.k, number(compensators?.thermal.k, 3)]
            : [t.inside.offset, number(compensators?.humidity.offset, 1, true), '%'],
          [t.models.references, learned ? (learned.n > 0 ? number(learned.n) : t.models.notCalibrated) : DASH],
          ...(lastTs === null ? [] : ([[t.models.lastReference, time.value.dateAndClock(lastTs)]] as const)),
        ]}
      />
      <div class="row">
        <button
          type="button"
          class="button strong"
          onClick={() => wizard().set({ step: 'wait', placedS: minuteS.peek() })}
        >
          {t.models.begin}
        </button>
      </div>
      {learned && learned.n > 0 && <WayBack subject={subject} />}
    </>
  );
}
