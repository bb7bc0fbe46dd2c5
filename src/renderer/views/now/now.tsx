import { t } from '../../texts/now.ts';
import { Hero, isLong } from './hero.tsx';
import { Next24 } from './next24.tsx';
import { OutlookStrip } from './outlook-strip.tsx';
import { RainPanel } from './rain-panel.tsx';
import { Readings } from './readings.tsx';
import { Spoken } from './spoken.tsx';

/** Glanceable across the room: one very large number, six smaller ones, the rain, the next day and the usual week. */
export default function Now() {
  return (
    <div class="now">
      <h1 class="sr-only">{t.views.now}</h1>
      <div class={`hero-row${isLong.value ? ' long' : ''}`}>
        <Hero />
        <Readings />
        <RainPanel />
      </div>
      <Spoken />
      <Next24 />
      <OutlookStrip />
    </div>
  );
}
