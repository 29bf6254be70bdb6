import { describeWait } from '@crewboard/contracts';
import {
  type DisplayedProblem,
  getFieldErrors,
  retryAfterSeconds,
  toDisplayedProblem,
} from './problem-of.ts';

export interface JoinProblem extends DisplayedProblem {
  errors: { path: string; message: string }[];
}

/** Why a person cannot look up or accept an invitation. A limit here comes from wrong links, so the text says so. */
export function toJoinProblem(error: unknown): JoinProblem {
  const seconds = retryAfterSeconds(error);
  const problem = { ...toDisplayedProblem(error), errors: getFieldErrors(error) };
  if (!seconds) return problem;
  return {
    ...problem,
    detail: `Too many links from your address did not work. Try again in ${describeWait(seconds)}.`,
  };
}
