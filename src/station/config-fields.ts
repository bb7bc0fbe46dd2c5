import { z } from 'zod';

// The kinds of settings there are; each has its default, unit and bounds where it stands.
export const number = (fallback: number, min: number, max: number, about: string) =>
  z.number().min(min).max(max).default(fallback).describe(about);
export const whole = (fallback: number, min: number, max: number, about: string) =>
  z.int().min(min).max(max).default(fallback).describe(about);
export const flag = (fallback: boolean, about: string) => z.boolean().default(fallback).describe(about);
export const texts = (about: string) =>
  z.array(z.string().min(1).max(300)).max(100, { error: 'must be at most 100 entries' }).default([]).describe(about);

export const path = (about: string) => z.string().min(1).max(1000).nullable().default(null).describe(about);

export const secret = (about: string) =>
  z.string().min(1).max(2000).nullable().default(null).describe(about).meta({ secret: true });
