import { DASH, withUnit } from '../../../kit/format.ts';
import { Facts } from '../../../kit/parts/facts.tsx';
import { optionWords } from '../../settings/value-words.ts';
import { t } from '../../texts/first-run.ts';
import { draft, end } from '../draft.ts';
import { placeName } from '../place/in-words.ts';
import { StepPage, type StepProps } from '../step.tsx';

export function Done({ back }: StepProps) {
  const { name, place, altitudeM, units, writes, told: isKept } = draft.value;
  return (
    <StepPage back={back} next={() => end()} nextName={t.first.finish}>
      <p>{t.first.done.text}</p>
      <Facts
        of={[
          [t.headings.name, <span dir="auto">{name ?? DASH}</span>],
          [t.first.done.place, place ? placeName(place) : t.first.place.point],
          [t.first.done.altitude, withUnit('height', altitudeM, units ?? 'metric')],
          [t.headings.units, optionWords('site.units', units ?? 'metric')],
          [t.first.done.access, optionWords('access.writes', writes ?? 'open')],
        ]}
      />
      <p class={isKept ? 'muted' : 'refusal'}>{isKept ? t.first.done.kept : t.first.done.notKept}</p>
    </StepPage>
  );
}
