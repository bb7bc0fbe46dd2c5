import { z } from 'zod';

/** At one station at once. */
export const MOST_NOTICES = 5;
export const NOTICE_LETTERS = 200;

/** Plain single line: nothing that controls a terminal, breaks the line or reverses its neighbours. */
export const isNoticeText = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 2 * NOTICE_LETTERS &&
  [...text].length <= NOTICE_LETTERS &&
  text.isWellFormed() &&
  !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}\ufeff]/u.test(text);

/** Notice of a fleet's operator for people who look at a station, as answers carry it and the station shows it. */
export const FleetNotice = z.object({
  id: z.string().regex(/^[a-z0-9]{1,32}$/),
  text: z.string().refine(isNoticeText, `must be one line of 1 to ${NOTICE_LETTERS} plain characters`),
  since_ts: z.number().min(0).max(1e11),
});
export type FleetNotice = z.infer<typeof FleetNotice>;
