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

/** The text about any failed call. An error without a response of the API counts as `UNAVAILABLE`. */
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

/** The seconds to wait after a 429; undefined for other errors. */
export function retryAfterSeconds(error: unknown): number | undefined {
  return error instanceof TRPCClientError
    ? (error as TRPCClientError<AppRouter>).data?.retryAfterSeconds
    : undefined;
}

/** The errors of single fields, such as "url": "leads to an address that is not public". */
export function getFieldErrors(error: unknown): { path: string; message: string }[] {
  return readProblem(error)?.errors ?? [];
}

/** The ids of tasks that an error names: open blockers, a cycle in its order, or the task that has the external id. */
export function getNamedTasks(error: unknown) {
  const { openBlockerIds = [], cycle = [], taskId } = readProblem(error) ?? {};
  return { openBlockerIds, cycle, taskId };
}

function readProblem(error: unknown) {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.problem;
}
