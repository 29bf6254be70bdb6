import { allOperations, type Wording } from '@crewboard/contracts';
import { toSnakeCase } from '../to-snake-case.ts';

const toolNames = new Map(allOperations.map(({ id, operationId }) => [id, toSnakeCase(operationId)]));

/** Words errors for the callers of tools, who see neither routes nor headers. */
export const toolWording: Wording = {
  call: (id) => toolNames.get(id) ?? id,
  nextCursor: 'nextCursor',
  retryAfter: 'retryAfterS',
  hasIdempotencyKeys: false,
};
