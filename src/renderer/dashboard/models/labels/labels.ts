import { computed, signal } from '@preact/signals';
import type { GivenLabel, LabelResult, Labels } from '../../../../contract/conditions.ts';
import { models } from '../../../kit/data/of-views.ts';
import { patch, post, remove, resource } from '../../../kit/data/station.ts';

const ROWS = 8;

/** Page of the list, from 0 for the newest. */
export const page = signal(0);
export const list = resource<Labels>(() => `/api/labels?limit=${ROWS}&offset=${ROWS * page.value}`, 60);
export const pages = computed(() => Math.max(1, Math.ceil((list.value.value?.total ?? 0) / ROWS)));

/** A change to a label, and how to undo it. */
export interface Done {
  what: 'taken back' | 'set right';
  label: GivenLabel;
  undo(): Promise<void>;
}

/** Fetches again what a change of a label changes. The page of the list may be gone. */
async function changed(): Promise<void> {
  void models.load();
  await list.load();
  if (page.peek() < pages.peek()) return;
  page.value = pages.peek() - 1;
  await list.load();
}

export async function takeBack(label: GivenLabel): Promise<Done> {
  const { id, kind, value, ts, note } = label;
  await remove(`/api/label/${id}`);
  await changed();
  const undo = async () => {
    await post<LabelResult>('/api/label', { kind, value, ts, note });
    await changed();
  };
  return { what: 'taken back', label, undo };
}

export async function setRight(label: GivenLabel, value: number): Promise<Done> {
  const set = async (to: number) => {
    await patch(`/api/label/${label.id}`, { value: to });
    await changed();
  };
  await set(value);
  return { what: 'set right', label: { ...label, value }, undo: () => set(label.value) };
}
