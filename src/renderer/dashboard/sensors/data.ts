import { signal } from '@preact/signals';
import type { AdoptBody, Input, Inputs } from '../../../contract/inputs.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { post, resource } from '../../kit/data/station.ts';
import type { Sensor } from './model.ts';

/** Senders that were heard, polled: a found one shows within seconds. */
export const inputs = resource<Inputs>(() => '/api/inputs', 5);

/** Reason why the last change was refused; null once another one is tried. */
export const refusal = signal<string | null>(null);
export const isBusy = signal(false);

async function change(id: string, what: 'adopt' | 'retire' | 'ignore', body?: AdoptBody): Promise<boolean> {
  if (isBusy.peek()) return false;
  isBusy.value = true;
  refusal.value = null;
  try {
    await post(`/api/inputs/${encodeURIComponent(id)}/${what}`, body);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem) refusal.value = error.message;
    else if (!(error instanceof GivenUp)) throw error;
    return false;
  } finally {
    isBusy.value = false;
    await inputs.load();
  }
}

export const adopt = ({ id, behind }: Sensor, body: AdoptBody): Promise<boolean> =>
  behind ? change(behind.id, 'adopt', { parts: { [behind.head]: body } }) : change(id, 'adopt', body);
export const retire = ({ id, behind }: Sensor): Promise<boolean> =>
  behind ? change(behind.id, 'adopt', { parts: { [behind.head]: { retired: true } } }) : change(id, 'retire');
export const ignore = ({ id }: Input): Promise<boolean> => change(id, 'ignore');
