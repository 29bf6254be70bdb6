/** Enough for the forms of a few fields that next-auth and /api/join receive. */
export const maxAuthBodyBytes = 16 * 1024;

type Method = 'GET' | 'POST';

/** The routes of next-auth that the dashboard uses. Others, such as its public log, are not served. */
const methodByAction = new Map<string, Method>([
  ['csrf', 'GET'],
  ['session', 'GET'],
  ['providers', 'GET'],
  ['error', 'GET'],
  ['callback/credentials', 'POST'],
  ['signout', 'POST'],
]);

const MEDIA_TYPES = ['application/x-www-form-urlencoded', 'application/json'];

/** The error response to a call that next-auth must not handle; null if it may. */
export function rejectAuthCall(request: Request, action: string): Response | null {
  const allowed = methodByAction.get(action);
  if (!allowed) return new Response(null, { status: 404 });
  if (request.method !== allowed) {
    return new Response(null, { status: 405, headers: { Allow: allowed } });
  }
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (allowed === 'POST' && !MEDIA_TYPES.includes(mediaType)) return new Response(null, { status: 415 });
  return null;
}
