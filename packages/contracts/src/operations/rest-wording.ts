import { type Access, mayCall, neededKeyAccess } from '../access.ts';
import type { Wording } from '../errors/wording.ts';
import { operations } from './areas.ts';
import type { Operation } from './define-operations.ts';

/** The wording of REST, and of texts that are about no transport in particular. */
export const restWording: Wording = {
  call(operationId) {
    const [area = '', name = ''] = operationId.split('.');
    const { rest } = (operations as Record<string, Record<string, Operation>>)[area]?.[name] ?? {};
    if (!rest) throw new Error(`${operationId} has no route`);
    return `${rest.method} ${rest.path}`;
  },
  nextCursor: 'X-Next-Cursor',
  retryAfter: 'Retry-After',
  hasIdempotencyKeys: true,
};

/** The callers over REST: "For agents and team API keys with the access tasks." */
export function callersInWords(access: Access): string {
  const needed = neededKeyAccess(access);
  const limit = needed === 'read' ? '' : ` with the access \`${needed}\``;
  const callers = [mayCall('agent', access) && 'agents', needed && `team API keys${limit}`];
  return `For ${callers.filter(Boolean).join(' and ')}.`;
}
