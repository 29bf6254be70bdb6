import { type ErrorCode, restOperations } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { isClaimLost } from '../src/claim.ts';
import { CrewboardError } from '../src/index.ts';

/** Start a task; the calls of a worker name an attempt that has started. */
const aboutStarts: ErrorCode[] = ['PAUSED', 'TASK_BLOCKED'];

it.each(['heartbeat', 'complete', 'fail', 'release'])(
  'counts each conflict of tasks.%s as the end of the claim',
  (name) => {
    const { errors = [] } = restOperations.find(({ id }) => id === `tasks.${name}`) ?? {};
    expect(errors).toContain('STALE_CLAIM');
    const isLost = (code: ErrorCode) => isClaimLost(new CrewboardError(409, { code }));
    expect(errors.filter((code) => !isLost(code))).toEqual(name === 'complete' ? aboutStarts : []);
  },
);
