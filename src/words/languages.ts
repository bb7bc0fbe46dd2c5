import { LANGUAGES, type Language } from '../base/languages.ts';
import type { Units } from '../quantities/imperial.ts';

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** `de-AT` is German to us; null for what we do not speak. */
export function languageOf(tag: string): Language | null {
  const first = tag
    .trim()
    .toLowerCase()
    .split(/[-_.@]/)[0]!;
  return isLanguage(first) ? first : null;
}

/** `de-AT` of `de_AT.UTF-8`: our language, and the region where one is named. */
export function localeOf(tag: string): string | null {
  const language = languageOf(tag);
  const region = /^[a-z]+[-_](?:[a-z]{4}[-_])?([a-z]{2})(?![a-z0-9])/i.exec(tag.trim())?.[1];
  return language === null || region === undefined ? language : `${language}-${region.toUpperCase()}`;
}

/** Units that a tag asks for by BCP 47's key `ms`: imperial for `en-u-ms-ussystem`; null where it names none. */
export function unitsOf(tag: string): Units | null {
  const system = /-u-(?:[a-z0-9]{2,8}-)*?ms-(ussystem|uksystem|metric)/i.exec(tag)?.[1]?.toLowerCase();
  return system === undefined ? null : system === 'ussystem' ? 'imperial' : 'metric';
}

/** A list longer than any browser's is not read to its end. */
const MOST_TAGS = 20;

/** The best of ours for an `Accept-Language` (RFC 9110, 12.5.4), with its region; null where it names none of them. `*` asks for nothing in particular. */
export function bestLocale(accepted: string): string | null {
  let best: { locale: string; weight: number } | null = null;
  for (const part of accepted.slice(0, 1000).split(',').slice(0, MOST_TAGS)) {
    const [tag = '', ...parameters] = part.split(';');
    const locale = localeOf(tag);
    const q = parameters
      .map((text) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/i.exec(text)?.[1])
      .find((found) => found !== undefined);
    const weight = q === undefined ? 1 : Number(q);
    if (locale !== null && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale ?? null;
}
