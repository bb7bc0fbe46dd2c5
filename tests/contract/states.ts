import type { StationApi } from '../../src/station/api.ts';
import { FakeStation } from '../support/fake-station.ts';

interface State {
  state: string;
  open(): Promise<{ station: StationApi | null; close(): Promise<void> }>;
}

const fake = (variant: 'cold' | 'warm' | 'faulty') => async () => ({
  station: new FakeStation({ variant }),
  close: async () => undefined,
});

export const states: State[] = [
  { state: 'not started', open: async () => ({ station: null, close: async () => undefined }) },
  { state: 'cold', open: fake('cold') },
  { state: 'warm', open: fake('warm') },
  { state: 'faulty', open: fake('faulty') },
];
