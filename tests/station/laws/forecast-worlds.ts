import { seeded } from '../../support/seeded.ts';
import { weather } from '../forecast/weather.ts';

/** What several learners live through: days of five minutes, months of hours, and errors without any weather in them. */
export const fine = weather(22, 4, 300);
export const hourly = weather(23, 60, 3600);

const { normal } = seeded(24);
export const noise = Array.from({ length: 2500 }, () => normal());
