import type { Plugin } from 'vite';

/**
 * What History never asks of uPlot, as constants and cuts: the minifier then drops all that hangs on them. Its plots have no cursor,
 * no legend, no selection, no axis but a linear one, and their series stay as they are made. Half of the library is such.
 */
const CUTS: ReadonlyArray<[RegExp, string]> = [
  // Bars, splines, steps and dates hang on the library itself.
  [/^uPlot\.assign = [\s\S]*(?=^export )/m, ''],
  // Times: the page has its own, in the zone of the station.
  [/^const FEAT_TIME .*$/m, 'const FEAT_TIME = false;'],
  [/\blet isTime = .*$/gm, 'const isTime = false;'],
  [/^const localTz = .*$/m, ''],
  [/^const \[ timeIncrs.*$/gm, ''],
  [/^\tconst _(?:tzDate|fmtDate|timeAxisSplits|timeAxisVals|timeSeriesVal) .*$/gm, ''],
  // Logarithmic and other axes, and points that are no series.
  [/\b(?:(?:\w+\.)?distr|xScaleDistr) (?:==|>=) +(?:2|3|4|100)\b/g, 'false'],
  [/\bmode == 2\b/g, 'false'],
  [/\bmode == 1\b/g, 'true'],
  // Legend, cursor, selection, and one plot that follows another.
  [
    /^\tconst legend [\s\S]*?(?=^\tlet legendTable)/m,
    'const cursor = { drag: {} }, showLegend = false, showCursor = false;',
  ],
  [/\blegend\.(?:show && legend\.)?live\b(?! =)/g, 'false'],
  [/\bselect\.show\b/g, 'false'],
  [/^\ton\("click", wrap[\s\S]*?^\t}, true\);$/m, ''],
  [/^\tif \(cursor\.dataIdx == null\) {[\s\S]*?^\t}$/m, ''],
  [/^\tlet points = cursor\.points;[\s\S]*?(?=^\tconst focus )/m, ''],
  [/^\tself\.setCursor = [\s\S]*?^\t};$/m, ''],
  [/^\tevents\.mousedown = [\s\S]*?^\t};$/m, ''],
  [/^\tconst seriesIdxMatcher = [\s\S]*?(?=^\tfunction pubSync)/m, ''],
  [/^\t+(?:sync\.(?:un)?sub|cursorPlots\.delete)\(self\);$/gm, ''],
  [/^const cursorPlots = [\s\S]*?(?=^if \(domEnv\))/m, ''],
  [/^\ton\((?:resize|scroll), win, invalidateRects.*$/gm, ''],
  // Points of a series, and what changes one that is drawn.
  [/^const pointsPath = .*$/m, ''],
  [/^\t+paths: pointsPath,$/m, ''],
  [/^\tself\.(?:\w+Series|\w+Band|setLegend|setSelect|valToIdx|posToIdx|pub) = .*;$/gm, ''],
];

export const plotAlone = (): Plugin => ({
  name: 'plot-alone',
  transform: {
    filter: { id: /uPlot\.esm\.js$/ },
    handler(code) {
      const cut = CUTS.reduce((text, [what, by]) => {
        const next = text.replace(what, by);
        if (next === text) throw new Error(`uPlot is written otherwise than it was: ${what} is not in it`);
        return next;
      }, code);
      return { code: cut, map: null };
    },
  },
});
