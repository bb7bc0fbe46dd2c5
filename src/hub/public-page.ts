import { createHash } from 'node:crypto';
import type { FleetStation } from '../contract/fleet.ts';
import { type PublicField, TARGETS } from '../contract/names.ts';
import { escaped } from '../http/html.ts';
import { sentence } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import { toKilometre } from './details.ts';

const STYLE =
  'html{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:16px}main{max-width:32em;margin:auto}' +
  'h1{font-size:1.25em;margin:0}p{margin:.25em 0;opacity:.8}dl{display:flex;flex-wrap:wrap;gap:8px 32px;margin:12px 0}' +
  'dt{font-size:.875em;opacity:.8}dd{margin:0;font-size:1.75em;font-weight:600}li{margin:.5em 0}a{color:inherit}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Policy of public pages: nothing is loaded, no script runs. A card may stand in any site's page, a page in none. */
export const publicPolicy = (isCard: boolean): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors ${isCard ? '*' : "'none'"}`;

const SHOWN = {
  temperature: { decimals: 1, unit: ' °C' },
  humidity: { decimals: 0, unit: ' %' },
  pressure: { decimals: 1, unit: ' hPa' },
} as const;

/** Public page or card of a station: the fields that its operator chose, and no others. */
export function publicPage(station: FleetStation, fields: readonly PublicField[], nowS: number, speaker: Speaker) {
  const { say, language } = speaker;
  const rows = TARGETS.flatMap((field) => {
    const value = station[field];
    if (value === null || !fields.includes(field)) return [];
    const { decimals, unit } = SHOWN[field];
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
    const text = new Intl.NumberFormat(language, digits).format(value) + unit;
    return [
      `<div><dt>${escaped(say(sentence(`fleet-hub.public-${field}`)))}</dt><dd><bdi>${escaped(text)}</bdi></dd></div>`,
    ];
  });
  const place = fields.includes('place') ? placeText(station) : null;
  const age = station.last_row_ts === null ? null : Math.max(0, Math.round(nowS - station.last_row_ts));
  const when = sentence('fleet-hub.public-age', { age: age ?? 0 });
  const body = [
    `<h1>${escaped(station.name)}</h1>`,
    place === null ? '' : `<p>${escaped(place)}</p>`,
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    `<p>${escaped(say(rows.length > 0 && age !== null ? when : sentence('fleet-hub.public-none')))}</p>`,
  ];
  return html(station.name, body.join(''), language);
}

export function publicList(stations: readonly FleetStation[], speaker: Speaker): string {
  const title = speaker.say(sentence('fleet-hub.public-list'));
  const lines = stations.map(({ id, name }) => `<li><a href="/public/${id}">${escaped(name)}</a></li>`);
  return html(title, `<h1>${escaped(title)}</h1><ul>${lines.join('')}</ul>`, speaker.language);
}

/** The town, or the position to a kilometre. */
function placeText({ place, latitude, longitude }: FleetStation): string | null {
  if (place !== null) return place;
  if (latitude === null || longitude === null) return null;
  return `${toKilometre(latitude).toFixed(2)}, ${toKilometre(longitude).toFixed(2)}`;
}

const html = (title: string, body: string, language: string): string =>
  `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="300">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style><main>${body}</main></html>`;
