import type { Signal } from '@preact/signals';
import type { AdoptBody, Input } from '../../../contract/inputs.ts';
import { number } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { t } from '../texts/sensor-sheet.ts';

const LEAST = 0.5;
const MOST = 2;
/** Steps of the factor, with the factor itself among them. */
const STEPS = [-0.05, -0.01, 0, 0.01, 0.05] as const;

type Correction = Pick<AdoptBody, 'pressure_kind' | 'rain_factor'>;

/** Corrections of a sensor that only a person knows: which kind of pressure it sends, and the factor of its rain gauge. */
export function Corrections({ of, chosen }: { of: Input; chosen: Signal<Correction> }) {
  const { pressure_kind: kind = of.pressure_kind, rain_factor: factor = of.rain_factor } = chosen.value;
  const choose = (one: Correction) => (chosen.value = { ...chosen.value, ...one });
  return (
    <>
      {of.values['pressure.unknown_kind_hpa'] !== undefined && (
        <div class={of.pressure_kind === null ? 'same' : ''}>
          <p>{t.sheet.pressure.title}</p>
          <Segments
            label={t.sheet.pressure.title}
            value={kind}
            choose={(pressure_kind) => choose({ pressure_kind })}
            choices={t.sheet.pressure.kinds}
            order={['sea_level', 'station']}
          />
          {of.pressure_kind === null && <p class="hint">{t.sheet.pressure.hint}</p>}
        </div>
      )}
      {of.source_of.some((group) => group === 'rain' || group === 'piezo') && (
        <fieldset class="factor">
          <legend>{t.sheet.factor.title}</legend>
          {STEPS.map((by) =>
            by === 0 ? (
              <output key={by} dir="ltr">
                × {number(factor, 2)}
              </output>
            ) : (
              <Step key={by} {...{ by, factor, choose }} />
            ),
          )}
          <p class="hint">{t.sheet.factor.hint({ example: number(1.05, 2) })}</p>
        </fieldset>
      )}
    </>
  );
}

interface StepProps {
  by: (typeof STEPS)[number];
  factor: number;
  choose: (one: Correction) => void;
}

function Step({ by, factor, choose }: StepProps) {
  const next = Math.round((factor + by) * 100) / 100;
  const isOut = next < LEAST || next > MOST;
  const step = () => choose({ rain_factor: next });
  return <Button name={number(by, 2, true)} dir="ltr" disabled={isOut} onClick={step} />;
}
