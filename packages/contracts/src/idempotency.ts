/** The request header with which a client makes any POST safe to repeat (docs/api.md, Retries). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The response header of a replay: its value is `true`. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

/** Of the characters `!` to `~`. */
export const maxIdempotencyKeyLength = 255;

/** How long the response to a key is kept, from the commit of its effect on. */
export const idempotencyKeyHours = 24;
