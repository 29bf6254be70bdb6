import type { AppRouter } from '@crewboard/api/router';
import { describeWait } from '@crewboard/contracts';
import { TRPCClientError } from '@trpc/client';

/** A failed call for people: what happened, and what to do. */
export interface DisplayedProblem {
  code: string;
  title: string;
  detail: string;
}

const UNREACHABLE: DisplayedProblem = {
  code: 'UNAVAILABLE',
  title: 'The service cannot be reached',
  detail: 'Probably nothing was changed. Try again in a moment.',
};

const TOO_MANY = 'Too many requests';

export function toDisplayedProblem(error: unknown): DisplayedProblem {
  const problem = readProblem(error);
  if (!problem) return UNREACHABLE;
  const { code, title, detail, errors } = problem;
  const seconds = retryAfterSeconds(error);
  if (seconds)
    return { code, title: TOO_MANY, detail: `${TOO_MANY}. Try again in ${describeWait(seconds)}.` };
  const fields = errors?.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  return { code, title, detail: fields || detail };
}

/** When to retry after a 429, in seconds; undefined for other errors. */
export function retryAfterSeconds(error: unknown): number | undefined {
  return error instanceof TRPCClientError
    ? (error as TRPCClientError<AppRouter>).data?.retryAfterSeconds
    : undefined;
}

/** The errors of single fields, such as "url": "leads to an address that is not public". */
export function getFieldErrors(error: unknown): { path: string; message: string }[] {
  return readProblem(error)?.errors ?? [];
}

/** The tasks that an error names: those that a task waits for, of which each waits for the next, or that has the external id. */
export function getNamedTasks(error: unknown) {
  const { openBlockerIds = [], cycle = [], taskId } = readProblem(error) ?? {};
  return { openBlockerIds, cycle, taskId };
}

function readProblem(error: unknown) {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.problem;
}
