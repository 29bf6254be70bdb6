/**
 * What a handler throws to say why it cannot do its task, and when to offer the task again. Any other error is a failure as
 * well, with its message as the reason.
 */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
  /** 0 to 86,400. When absent 30 s, doubled with each failure of the task in a row, at most an hour. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: string, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(reason);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What a handler throws to give its task back for other agents: that it cannot do it now is no fault of the task. */
export class TaskRelease extends Error {
  override readonly name = 'TaskRelease';
}
