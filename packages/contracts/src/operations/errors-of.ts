import type { Access } from '../access.ts';
import { type ErrorCode, errorCodes } from '../errors/problem.ts';
import type { Operation } from './define-operations.ts';

/** Errors of every operation, of those with a body, and of those with an `Idempotency-Key`. */
const common: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const ofBodies: readonly ErrorCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const ofIdempotencyKeys: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

/** Accesses that some keys or members lack, so that they get FORBIDDEN. */
const limited: readonly Access[] = ['write', 'organize', 'control', 'manage', 'admin', 'owner'];

/**
 * Every error that an operation can respond with: its own, and those that follow from its declaration. In the order of the
 * catalog.
 */
export function errorsOf({ access, type, rest, paging, errors = [] }: Operation): ErrorCode[] {
  const all = new Set<ErrorCode>([...common, ...errors]);
  if (access === 'agent') all.add('AGENT_TOKEN_REQUIRED');
  if (access === 'manage' || access === 'control' || access === 'organize') all.add('TEAM_API_KEY_REQUIRED');
  if (limited.includes(access)) all.add('FORBIDDEN');
  if (rest?.path.includes('{')) all.add('NOT_FOUND');
  if (rest?.versioned === 'write') all.add('PRECONDITION_FAILED');
  if (paging) all.add('INVALID_CURSOR');
  if (type === 'mutation') for (const code of ofBodies) all.add(code);
  if (rest?.method === 'POST') for (const code of ofIdempotencyKeys) all.add(code);
  return errorCodes.filter((code) => all.has(code));
}
