import { signWebToken } from '@crewboard/app-secret';
import { claimsOf, TEAM_HEADER, TEAM_PARAMETER } from '../../../../lib/auth/claims-of.ts';
import { readSession } from '../../../../lib/auth/read-session.ts';
import { readEnv } from '../../../../lib/env.ts';
import { isEventStream, pipeStreamToApi } from '../../../../lib/trpc/pipe-stream-to-api.ts';
import { pipeToApi } from '../../../../lib/trpc/pipe-to-api.ts';

interface RouteContext {
  params: Promise<{ trpc: string }>;
}

async function handle(request: Request, { params }: RouteContext): Promise<Response> {
  const { trpc } = await params;
  const { apiUrl, appSecret } = readEnv();
  // What is public must not fail for an ended session.
  const session = trpc === 'system.status' ? null : await readSession();
  const isStream = isEventStream(request);
  const team = isStream
    ? new URL(request.url).searchParams.get(TEAM_PARAMETER)
    : request.headers.get(TEAM_HEADER);
  const claims = claimsOf(session, team);
  const api = { url: apiUrl, token: claims && (await signWebToken(appSecret, claims)) };
  return isStream ? pipeStreamToApi(request, trpc, api) : pipeToApi(request, trpc, api);
}

export { handle as GET, handle as POST };
