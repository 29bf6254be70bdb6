/** The names of the fields of a resource, of each kind where it has several. */
type FieldOf<Resource> = Resource extends unknown ? keyof Resource : never;

/** What every method takes beside its input. */
export interface CallOptions<Resource = unknown> {
  /** Ends the call: it rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Of one attempt: 30 s, and `wait` in addition where the operation waits. */
  timeoutMs?: number;
  /** How many times a failed attempt is repeated: as many as the client says when absent, 0 for none. */
  maxRetries?: number;
  /** Called before the pause that precedes a repetition. */
  onRetry?: (retry: Retry) => void;
  /** The `Idempotency-Key` of a POST; a new UUID for each call when absent. Every attempt has the same one. */
  idempotencyKey?: string;
  /**
   * Changes the task only in this version: a task as a method returned it, or the text of an `ETag`. Else
   * PRECONDITION_FAILED.
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

/** Some fields of a resource, of each kind where it has several. */
type PickFrom<Resource, Field> = Resource extends unknown ? Pick<Resource, Field & keyof Resource> : never;

/**
 * A resource with the fields that the options ask for: those in `fields`, the minimal ones with `prefer`, else all.
 * Options that may be undefined may leave any field out.
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
  /** Whether what the call waits for has happened: it need not be called again to wait longer. */
  readonly isWaitOver: boolean;
}
