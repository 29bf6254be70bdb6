import { z } from 'zod';
import { Flag, PathId, text, wholeNumber } from './values.ts';

export const defaultLimit = 50;
export const maxLimit = 100;

/** How many items a page has at most: 1 to 100, 50 when absent. Other values are rejected, never clamped. */
export const Limit = wholeNumber(1, maxLimit).default(defaultLimit);

/** Far above the longest cursor, that of members: a name and an id, encoded. A longer one costs no look-up. */
export const maxCursorLength = 10_000;

/** Where the page before ended, as its response says: in most lists the id of its last item, in others opaque. */
export const Cursor = text({ max: maxCursorLength }).meta({
  description: 'The `X-Next-Cursor` of the page before.',
});

/** Whether a list has the archived items instead of the others. */
export const Archived = Flag.default(false).meta({
  description: 'True: only archived items. False: only items that are not archived.',
});

/** The fields of operations with `paging: 'always'`, whose response is always a page. */
export const Paged = { limit: Limit, cursor: Cursor.optional() };

/** The same for the dashboard, which sends null for the first page. */
export const PagedInDashboard = { limit: Limit, cursor: Cursor.nullish() };

/**
 * The fields of operations with `paging: 'onRequest'`: all items if both are absent, else a page, of 50 items without
 * `limit`.
 */
export const PagedOnRequest = {
  limit: Limit.unwrap()
    .meta({ description: 'Without `limit` and `cursor`, the response has all items.' })
    .optional(),
  cursor: Cursor.optional(),
};

/** For the dashboard, which reads whole lists and so takes larger pages. */
export const DashboardPage = z.strictObject({
  teamId: PathId,
  limit: wholeNumber(1, 1_000).default(1_000),
  cursor: Cursor.nullish(),
});
