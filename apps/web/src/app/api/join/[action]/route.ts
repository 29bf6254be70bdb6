import { signWebToken } from '@crewboard/app-secret';
import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import { maxAuthBodyBytes } from '#lib/auth/auth-routes.ts';
import { readEnv } from '#lib/env.ts';
import { toJoinProblem } from '#lib/failures/join-problem.ts';
import { createApiClient } from '#lib/trpc/api-client.ts';
import { readBodyUpTo } from '#lib/trpc/read-body-up-to.ts';
import { isSameOrigin } from '#lib/trpc/same-origin.ts';

interface RouteContext {
  params: Promise<{ action: string }>;
}

/** Longer than for other calls: the password may wait in the queue of passwords to hash. */
const TIMEOUT_MS = 10_000;

/**
 * Looks up or accepts an invitation for a person without a session. It adds the address of the client, which the API
 * trusts only from this server. The API checks all other fields.
 */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { action } = await params;
  if (action !== 'look-up' && action !== 'accept') return new Response(null, { status: 404 });
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const body = await readBodyUpTo(request, maxAuthBodyBytes);
  if (!body) return new Response(null, { status: 413 });
  const fields = readFields(body);
  if (!fields) return new Response(null, { status: 400 });

  const { invitations } = createApiClient(await signWebToken(readEnv().appSecret, {}), TIMEOUT_MS);
  // The resolved address: `prepare-server.ts` has replaced what the client sent in this header.
  const input = { ...fields, address: request.headers.get('x-forwarded-for') ?? UNKNOWN_ADDRESS };
  const headers = { 'Cache-Control': 'no-store' };
  try {
    const call = action === 'look-up' ? invitations.lookUp : invitations.accept;
    return Response.json(await call.mutate(input as never), { headers });
  } catch (error) {
    const problem = toJoinProblem(error);
    return Response.json(problem, { status: problem.code === 'UNAVAILABLE' ? 503 : 400, headers });
  }
}

function readFields(body: Uint8Array): Record<string, unknown> | null {
  try {
    const fields = JSON.parse(new TextDecoder().decode(body));
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? fields : null;
  } catch {
    return null;
  }
}
