const [FROM, TO] = ['\u2066', '\u2069'];

/** Characters of a name, number with unit, path or command in Latin letters, with a sign before it. */
const OF_IT = String.raw`\p{Script=Latin}\p{Nd}°%`;
const BEFORE_IT = String.raw`\u200e+\-−±#$~\/@"'<{\[(`;
const RUN = new RegExp(
  String.raw`[${OF_IT}${BEFORE_IT}](?:[!-~²³µ×·…–—\u200e−±${OF_IT}]| +(?=[${OF_IT}${BEFORE_IT}]))*`,
  'gu',
);
const ENDS: ReadonlySet<string> = new Set(' .,;:!?…–—-');
/** A bare number needs no isolation, but one with a sign, a unit or another number behind a slash does. */
const BARE = /^(?:\d+(?:[.,]\d+)*|[^\p{Script=Latin}\p{Nd}°%]*)$/u;

/**
 * The brackets and quotation marks that have no partner, in their order. What stands between two quotation marks has its partners there;
 * where it has not, the marks are none to each other.
 */
function unpaired(run: string): Iterable<number> {
  const alone = new Set<number>();
  let open: number[] = [];
  let quote = -1;
  /** Brackets that were open before the quotation mark, and whether one between the marks stands alone. */
  let before: number[] = [];
  let isBroken = false;
  for (let i = 0; i < run.length; i++) {
    const sign = run[i];
    if (sign === ')') {
      const partner = open.pop();
      if (partner !== undefined) alone.delete(partner);
      else alone.add(i);
      isBroken ||= partner === undefined;
    } else if (sign === '(') {
      alone.add(i);
      open.push(i);
    } else if (sign === '"' && quote < 0) {
      alone.add(i);
      quote = i;
      before = open;
      open = [];
      isBroken = false;
    } else if (sign === '"') {
      if (isBroken || open.length > 0) alone.add(i);
      else alone.delete(quote);
      quote = -1;
      open = before;
    }
  }
  return alone;
}

function isolated(part: string): string {
  let from = 0;
  while (part[from] === ' ') from++;
  let to = part.length;
  while (to > from && ENDS.has(part[to - 1]!)) to--;
  const name = part.slice(from, to);
  return BARE.test(name) ? part : part.slice(0, from) + FROM + name + TO + part.slice(to);
}

/** In one go from end to end: what somebody else said may stand in it, and be of nothing but brackets and full stops. */
function runInParts(run: string): string {
  let from = 0;
  let marked = '';
  for (const at of unpaired(run)) {
    marked += isolated(run.slice(from, at)) + run[at];
    from = at + 1;
  }
  return marked + isolated(run.slice(from));
}

/**
 * Bidi isolation of Latin runs and figures in a right-to-left sentence. Without it a temperature reads `C° 21.4`, a path's first slash
 * comes last, and a range of numbers is reversed.
 */
export const withLatinRuns = (text: string): string => text.replaceAll(RUN, runInParts);
