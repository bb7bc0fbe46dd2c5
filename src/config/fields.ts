import { z } from 'zod';
import type { Rule } from '../words/field.ts';
import type { Masking } from './mask.ts';

// The kinds of settings there are; each has its default, unit and bounds where it stands.
export const number = (fallback: number, min: number, max: number) => z.number().min(min).max(max).default(fallback);
export const whole = (fallback: number, min: number, max: number) => z.int().min(min).max(max).default(fallback);
export const flag = (fallback: boolean) => z.boolean().default(fallback);
/** List of a hundred texts at most, each of which has to be of a form. */
export const texts = (takes: (text: string) => boolean, error: Rule) =>
  z
    .array(z.string().max(300).refine(takes, { error }))
    .max(100, { error: 'field.entries 100' satisfies Rule })
    .default([]);

const masked = (how: Masking) => ({ masked: how });

export const path = () => z.string().min(1).max(1000).nullable().default(null);

export const secret = () => z.string().min(1).max(2000).nullable().default(null).meta({ secret: true });

/** Address of a receiver that has no login and no query in it. */
export const ADDRESS = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i;
/** Address of a form, and one that can exist: no form sees a port above 65535, or half of an IPv6 address. */
export const address = (form: RegExp, error: Rule, how: Masking = 'query') =>
  z
    .string()
    .max(1000)
    .regex(form, { error, abort: true })
    .refine((text) => URL.canParse(text), { error: 'field.address' satisfies Rule })
    .nullable()
    .default(null)
    .meta(masked(how));
/** Name of a login: half of what lets somebody in. */
export const login = () => z.string().min(1).max(200).nullable().default(null).meta(masked('login'));
/** A broker, whose name and password are settings of their own. */
export const broker = {
  url: address(/^mqtts?:\/\/[^\s/@]+\/?$/, 'field.mqtt-url'),
  username: login(),
  password: secret(),
  password_file: path(),
  ca_file: path(),
};
export const section = <T extends z.ZodObject>(schema: T) => schema.prefault({} as z.input<T>);
