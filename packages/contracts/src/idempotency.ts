/** The request header with which a client makes any POST safe to repeat (docs/api.md, Retries). */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** The header of a response that is a replay. Its value is `true`. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

/** In characters, which must be visible ASCII (`!` to `~`). */
export const maxIdempotencyKeyLength = 255;

/** How long the response to a key is kept after its effect was committed. */
export const idempotencyKeyHours = 24;
