import { useSignal } from '@preact/signals';
import { COMMA } from '../../../kit/language.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { t } from '../../texts/first-run.ts';
import { draft } from '../draft.ts';
import { ByCoordinates } from '../place/by-coordinates.tsx';
import { BySearch } from '../place/by-search.tsx';
import { FromHere } from '../place/from-here.tsx';
import { coordinate, placeName, regionName } from '../place/in-words.ts';
import { StepPage, type StepProps } from '../step.tsx';

type Way = 'search' | 'coordinates' | 'here';

export function PlaceStep({ back, next }: StepProps) {
  const way = useSignal<Way>('search');
  const { place } = draft.value;
  const other = (to: Way, name: string) => way.value !== to && <Button name={name} onClick={() => (way.value = to)} />;
  const found = () => (way.value = 'search');
  return (
    <StepPage back={back} next={next} isBlocked={place === null || way.value !== 'search'}>
      {way.value === 'search' && <BySearch />}
      {way.value === 'coordinates' && <ByCoordinates found={found} />}
      {way.value === 'here' && <FromHere found={found} />}
      {place && way.value === 'search' && (
        <div class="chosen" aria-live="polite">
          <p>
            <b>{placeName(place)}</b>
            {place.country && COMMA + regionName(place.country)}
          </p>
          <p class="muted">
            {coordinate(place.latitude, 'latitude') + COMMA + coordinate(place.longitude, 'longitude')}.{' '}
            {place.timezone ? t.first.place.zone({ zone: place.timezone }) : t.first.place.noZone}
          </p>
        </div>
      )}
      <div class="row ways">
        {other('search', t.first.place.bySearch)}
        {other('coordinates', t.first.place.coordinates)}
        {other('here', t.first.place.here)}
      </div>
      <p class="muted small">
        {t.first.place.why} {t.first.place.source}
      </p>
    </StepPage>
  );
}
