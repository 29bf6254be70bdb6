/** What the texts of errors name differently on each transport. */
export type Wording = {
  /** What a caller uses for the operation with this id: `POST /api/tasks/{taskId}/move`, or `move_task`. */
  call: (id: string) => string;
  /** Where a page has the cursor of the next one. */
  nextCursor: string;
  /** Where an error has the seconds to wait. */
  retryAfter: string;
  hasIdempotencyKeys: boolean;
};

/** A text of an error, for any transport. */
export type Worded = string | ((wording: Wording) => string);

/** The text as this transport words it. */
export const inWords = (text: Worded, wording: Wording): string =>
  typeof text === 'string' ? text : text(wording);
