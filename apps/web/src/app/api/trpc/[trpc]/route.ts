import { signWebToken } from '@crewboard/app-secret';
import { readSession } from '#lib/auth/read-session.ts';
import { TEAM_HEADER, TEAM_PARAMETER, toClaims } from '#lib/auth/to-claims.ts';
import { readEnv } from '#lib/env.ts';
import { acceptsEventStream } from '#lib/trpc/accepts-event-stream.ts';
import { pipeStreamToApi, unauthenticatedStream } from '#lib/trpc/pipe-stream-to-api.ts';
import { pipeToApi } from '#lib/trpc/pipe-to-api.ts';
import { unauthenticated } from '#lib/trpc/trpc-error.ts';

interface RouteContext {
  params: Promise<{ trpc: string }>;
}

/** The only procedure that pages call without a session. */
const PUBLIC_PROCEDURE = 'system.status';

/** Passes the calls and streams of pages on to the API, with a token of the session and the team. */
async function handle(request: Request, { params }: RouteContext): Promise<Response> {
  const { trpc } = await params;
  const { apiUrl, appSecret } = readEnv();
  const isPublic = trpc === PUBLIC_PROCEDURE && request.method === 'GET';
  // Ignore the session for a public call, which must not fail because the session has ended.
  const session = isPublic ? null : await readSession();
  const isStream = acceptsEventStream(request.headers.get('accept'));
  const team = isStream
    ? new URL(request.url).searchParams.get(TEAM_PARAMETER)
    : request.headers.get(TEAM_HEADER);
  const claims = isPublic ? {} : toClaims(session, team);
  // Reject the call here: the API counts calls without a credential against the address of this server.
  if (!claims) return isStream ? unauthenticatedStream() : unauthenticated();
  const api = { url: apiUrl, token: await signWebToken(appSecret, claims) };
  return isStream ? pipeStreamToApi(request, trpc, api) : pipeToApi(request, trpc, api);
}

export { handle as GET, handle as POST };
