import { signWebToken } from '@crewboard/app-secret';
import { claimsOf, TEAM_HEADER } from '../../../../lib/auth/claims-of.ts';
import { readSession } from '../../../../lib/auth/read-session.ts';
import { readEnv } from '../../../../lib/env.ts';
import { pipeToApi } from '../../../../lib/trpc/pipe-to-api.ts';

interface RouteContext {
  params: Promise<{ trpc: string }>;
}

async function handle(request: Request, { params }: RouteContext): Promise<Response> {
  const { trpc } = await params;
  const { apiUrl, appSecret } = readEnv();
  // What is public must not fail for an ended session.
  const session = trpc === 'system.status' ? null : await readSession();
  const claims = claimsOf(session, request.headers.get(TEAM_HEADER));
  return pipeToApi(request, trpc, { url: apiUrl, token: claims && (await signWebToken(appSecret, claims)) });
}

export { handle as GET, handle as POST };
