import type { Database, Statement } from './database.ts';

type Prepared = Statement<unknown[]>;
/** Modes of a statement's rows are set before its first use, and do not need it compiled. */
const MODES = new Set<PropertyKey>(['pluck', 'raw'] satisfies (keyof Prepared)[]);

/** Statement that SQLite compiles at its first use, and that is it from then on. */
function late(prepare: () => Prepared): Prepared {
  const modes: ((made: Prepared) => void)[] = [];
  let made: Prepared | null = null;
  const compiled = (): Prepared => {
    if (made !== null) return made;
    made = prepare();
    for (const set of modes) set(made);
    return made;
  };
  const statement: Prepared = new Proxy({} as Prepared, {
    get(calls, name) {
      const known: unknown = Reflect.get(calls, name);
      if (known !== undefined) return known;
      const isMode = MODES.has(name);
      if (!isMode && typeof Reflect.get(compiled(), name) !== 'function') return Reflect.get(compiled(), name);
      const call = (...args: unknown[]): unknown => {
        const act = (on: Prepared): unknown => Reflect.apply(Reflect.get(on, name) as () => unknown, on, args);
        if (isMode && made === null) {
          modes.push(act);
          return statement;
        }
        const answer = act(compiled());
        return answer === made ? statement : answer;
      };
      Reflect.set(calls, name, call);
      return call;
    },
  });
  return statement;
}

/**
 * From now on this connection compiles statements at their first use. The tables have 350 of them, a heavy job needs a dozen, and two long
 * ones took a third of the time.
 */
export function prepareLate(db: Database): void {
  const prepare = db.prepare.bind(db);
  db.prepare = ((sql: string) => late(() => prepare(sql) as Prepared)) as typeof db.prepare;
}
