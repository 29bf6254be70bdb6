/** The names of the fields of a resource; for a union, of all its members. */
type FieldOf<Resource> = Resource extends unknown ? keyof Resource : never;

/** The options that every method takes after its input. */
export interface CallOptions<Resource = unknown> {
  /** Ends the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** For one attempt. When absent 30 s, or 15 s more than the call waits with `wait`. */
  timeoutMs?: number;
  /** How many times a failed attempt is repeated; 0 for never. When absent, as often as the client says. */
  maxRetries?: number;
  /** Called before the wait that precedes a repetition. */
  onRetry?: (retry: Retry) => void;
  /** The `Idempotency-Key` of a POST, the same for all attempts of the call. A new UUID when absent. */
  idempotencyKey?: string;
  /**
   * Changes the task only if it still has this version: a task as a method returned it, or the text of an `ETag`.
   * Otherwise throws PRECONDITION_FAILED.
   */
  ifMatch?: string | object;
  /** The response has only these fields of the resource. */
  fields?: readonly FieldOf<Resource>[];
  /** The response has only what a caller needs to go on (`Prefer: return=minimal`). */
  prefer?: 'minimal';
}

export interface Retry {
  error: Error;
  delayMs: number;
  /** 1 before the first repetition. */
  attempt: number;
}

/** A resource with only some fields; for a union, each member with its own. */
type PickFrom<Resource, Field> = Resource extends unknown ? Pick<Resource, Field & keyof Resource> : never;

/**
 * A resource with the fields that the options ask for: those in `fields`, the minimal ones with `prefer`, all without
 * either. Every field is optional if TypeScript does not know whether `fields` or `prefer` is set.
 */
export type Projection<Resource, Options, Minimal> = Options extends { fields: readonly (infer Field)[] }
  ? PickFrom<Resource, Field>
  : Options extends { prefer: 'minimal' }
    ? PickFrom<Resource, Minimal>
    : Options extends { fields: unknown } | { prefer: unknown }
      ? Partial<Resource>
      : Resource;

/** One page of a list. */
export interface Page<Item> extends Array<Item> {
  /** The `cursor` of the next page; null on the last one. Not a part of the JSON. */
  readonly nextCursor: string | null;
  /** With `wait`: whether the tasks have ended, so that the call need not be repeated to wait longer. */
  readonly isWaitOver: boolean;
}
