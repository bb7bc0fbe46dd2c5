import type { Target } from '../../../contract/names.ts';
import { nerd, outlook } from '../../data/station.ts';
import { OutlookChart } from './outlook-chart.tsx';
import { Reliability } from './reliability.tsx';
import { Scores } from './scores.tsx';
import { SkillOverTime } from './skill-over-time.tsx';
import { WhatItSaid } from './what-it-said.tsx';

/** How well the forecasts did, and what is typical beyond them. */
export default function TrackRecord({ target: shown }: { target: Target }) {
  outlook.use();
  nerd.use();
  return (
    <>
      <Scores target={shown} />
      <WhatItSaid key={`said-${shown}`} target={shown} />
      <SkillOverTime key={`skill-${shown}`} target={shown} />
      <div class="two">
        <Reliability target={shown} />
        <OutlookChart key={`outlook-${shown}`} target={shown} />
      </div>
    </>
  );
}
