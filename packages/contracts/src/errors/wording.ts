/** The names in error texts that differ between transports (REST, MCP). */
export type Wording = {
  /** How a caller calls the operation with this id: `POST /api/tasks/{taskId}/move`, or `move_task`. */
  call: (id: string) => string;
  /** Where a page has the cursor of the next page: a header or a field. */
  nextCursor: string;
  /** Where an error has the seconds to wait: a header or a field. */
  retryAfter: string;
  hasIdempotencyKeys: boolean;
};

/** A text of an error that every transport can word. */
export type Worded = string | ((wording: Wording) => string);

export const inWords = (text: Worded, wording: Wording): string =>
  typeof text === 'string' ? text : text(wording);
