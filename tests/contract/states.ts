import type { StationApi } from '../../src/station/api.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { openRealStation } from '../support/real-station.ts';

interface State {
  state: string;
  kind: 'not started' | 'played' | 'real';
  open(): Promise<{ station: StationApi | null; close(): Promise<void> }>;
}

const fake = (variant: 'cold' | 'warm' | 'faulty') => async () => ({
  station: new FakeStation({ variant }),
  close: async () => undefined,
});

export const states: State[] = [
  { state: 'not started', kind: 'not started', open: async () => ({ station: null, close: async () => undefined }) },
  { state: 'cold', kind: 'played', open: fake('cold') },
  { state: 'warm', kind: 'played', open: fake('warm') },
  { state: 'faulty', kind: 'played', open: fake('faulty') },
  { state: 'the real one, cold', kind: 'real', open: () => openRealStation({ clock: new FakeClock() }) },
  { state: 'the real one, warm', kind: 'real', open: warmStation },
];

/** Five days of history, a row in five minutes, trained on: their answers have every field that longer ones have, and a lesson takes half as long. */
async function warmStation() {
  const settings = { forecast: { train_at_start_hours: 2 } }; // it learns once
  const real = await openRealStation({ clock: new FakeClock(), historyDays: 5, stepS: 300, settings });
  await real.station.forecasts.train(720);
  return real;
}
