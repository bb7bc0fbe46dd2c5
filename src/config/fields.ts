import { z } from 'zod';

// The kinds of settings there are; each has its default, unit and bounds where it stands.
export const number = (fallback: number, min: number, max: number) => z.number().min(min).max(max).default(fallback);
export const whole = (fallback: number, min: number, max: number) => z.int().min(min).max(max).default(fallback);
export const flag = (fallback: boolean) => z.boolean().default(fallback);
export const texts = () => z.array(z.string().min(1).max(300)).max(100, { error: 'field.entries 100' }).default([]);

export const path = () => z.string().min(1).max(1000).nullable().default(null);

export const secret = () => z.string().min(1).max(2000).nullable().default(null).meta({ secret: true });

/** Address of a receiver that has no login and no query in it. */
export const ADDRESS = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i;
export const address = (form: RegExp, error: string) =>
  z.string().max(1000).regex(form, { error }).nullable().default(null);
export const section = <T extends z.ZodObject>(schema: T) => schema.prefault({} as z.input<T>);
