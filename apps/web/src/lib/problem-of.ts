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

export function problemOf(error: unknown): ShownProblem {
  if (!(error instanceof TRPCClientError)) return UNREACHABLE;
  const { data } = error as TRPCClientError<AppRouter>;
  if (!data?.problem) return UNREACHABLE;
  const { code, title, detail, errors } = data.problem;
  const fields = errors?.map(({ path, message }) => (path ? `${path} ${message}` : message)).join('; ');
  return { code, title, detail: fields || detail };
}
