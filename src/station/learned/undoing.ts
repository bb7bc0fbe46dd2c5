export interface Undoable<S> {
  toJSON(): S;
  take(saved: S): void;
}

/** Way back to the state of now, for a change that may be refused. */
export function undoing<S>(changing: Undoable<S>): () => void {
  const saved = structuredClone(changing.toJSON());
  return () => changing.take(saved);
}
