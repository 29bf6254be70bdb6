import { type Access, mayCall } from '../access.ts';
import { type ErrorCode, errorCodes } from '../errors/problem.ts';
import type { Operation } from './define-operations.ts';

const ofAllOperations: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];
const ofBodies: readonly ErrorCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const ofIdempotencyKeys: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

/** Accesses that reject some callers with FORBIDDEN: some keys, some roles of members, or all agents and keys. */
const limitedAccesses: readonly Access[] = [
  ...(['write', 'organize', 'control', 'manage', 'admin', 'owner'] as const),
  ...(['member', 'signedIn', 'signedOut'] as const),
];

/**
 * Accesses of people who are in no team. The others reject them with NOT_FOUND: a team does not exist for a person who
 * is not in it. People have no client for operations with the access `credential`.
 */
const teamlessAccesses: readonly Access[] = ['public', 'signedIn', 'agentOrKey'];

/**
 * Every error that an operation can respond with: its own, and those that follow from its declaration. In the order of
 * the catalog.
 */
export function errorsOf({ access, type, rest, paging, errors = [] }: Operation): ErrorCode[] {
  const all = new Set<ErrorCode>([...ofAllOperations, ...errors]);
  if (access === 'agent') all.add('AGENT_TOKEN_REQUIRED');
  if (mayCall('key', access) && !mayCall('agent', access)) all.add('TEAM_API_KEY_REQUIRED');
  if (limitedAccesses.includes(access)) all.add('FORBIDDEN');
  if (!teamlessAccesses.includes(access)) all.add('NOT_FOUND');
  if (rest?.versioned === 'write') all.add('PRECONDITION_FAILED');
  if (paging) all.add('INVALID_CURSOR');
  if (type === 'mutation') for (const code of ofBodies) all.add(code);
  if (rest?.method === 'POST') for (const code of ofIdempotencyKeys) all.add(code);
  return errorCodes.filter((code) => all.has(code));
}
