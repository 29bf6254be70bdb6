import type { AppRouter } from '@crewboard/api/router';
import { TRPCClientError } from '@trpc/client';

/** What a failed call tells a person: what happened, and what can be done. */
export interface ShownProblem {
  code: string;
  title: string;
  detail: string;
}

const UNREACHABLE: ShownProblem = {
  code: 'UNAVAILABLE',
  title: 'The service cannot be reached',
  detail: 'Nothing was changed as far as we know. Try again in a moment.',
};

const TOO_MANY = 'Too many requests';

export function problemOf(error: unknown): ShownProblem {
  const problem = readProblem(error);
  if (!problem) return UNREACHABLE;
  const { code, title, detail, errors } = problem;
  const seconds = retryAfterSeconds(error);
  if (seconds) return { code, title: TOO_MANY, detail: `${TOO_MANY}. Try again in ${inSeconds(seconds)}.` };
  const fields = errors?.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  return { code, title, detail: fields || detail };
}

/** After how many seconds the API takes the call again that it rejected as one too many; undefined for other errors. */
export function retryAfterSeconds(error: unknown): number | undefined {
  return error instanceof TRPCClientError
    ? (error as TRPCClientError<AppRouter>).data?.retryAfterSeconds
    : undefined;
}

const inSeconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`);

/** What the API says about single fields, such as "url": "leads to an address that is not public". */
export function fieldProblemsOf(error: unknown): { path: string; message: string }[] {
  return readProblem(error)?.errors ?? [];
}

function readProblem(error: unknown) {
  if (!(error instanceof TRPCClientError)) return undefined;
  return (error as TRPCClientError<AppRouter>).data?.problem;
}
