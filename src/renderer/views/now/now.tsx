import { t } from '../../texts/now.ts';
import { Hero, isLong } from './hero.tsx';
import { Next24 } from './next24.tsx';
import { OutlookStrip } from './outlook-strip.tsx';
import { RainPanel } from './rain-panel.tsx';
import { Readings } from './readings.tsx';
import { Spoken } from './spoken.tsx';
import { Tonight } from './tonight.tsx';

/** Glanceable across the room: how warm it is, what tonight brings, the rain; then smaller figures, the next day and the usual week. */
export default function Now() {
  return (
    <div class="now">
      <h1 class="sr-only">{t.views.now}</h1>
      <div class={`hero-row${isLong.value ? ' long' : ''}`}>
        <Hero />
        <Tonight />
        <RainPanel />
      </div>
      <Readings />
      <Spoken />
      <Next24 />
      <OutlookStrip />
    </div>
  );
}
