import { LIMITS } from '../../../contract/names.ts';
import { hashOf, parseRoute } from '../../kit/router.ts';
import { PRESETS, type Preset, type Window } from './window.ts';

/** Stretch that an address asks for: a preset, or two moments. */
export type Asked = { preset: Preset } | { preset: null; window: Window };

/** Writes the window to the address, so that it can be shared; without an entry in the browser's history. */
export function remember({ fromS, toS }: Window, preset: Preset | null): void {
  if (parseRoute(location.hash).view !== 'history') return; // the reader has gone on to another view
  const params = preset ? { span: preset } : { from: String(Math.round(fromS)), to: String(Math.round(toS)) };
  history.replaceState(null, '', hashOf('history', params));
}

export function askedBy(params: URLSearchParams): Asked | null {
  const span = params.get('span');
  if (span !== null && Object.hasOwn(PRESETS, span)) return { preset: span as Preset };
  const fromS = Number(params.get('from') ?? Number.NaN);
  const toS = Number(params.get('to') ?? Number.NaN);
  return LIMITS.firstS < fromS && fromS < toS && toS < LIMITS.lastS ? { preset: null, window: { fromS, toS } } : null;
}
