import { readEnv } from '../../../../lib/env.ts';
import { pipeToApi } from '../../../../lib/trpc/pipe-to-api.ts';

interface RouteContext {
  params: Promise<{ trpc: string }>;
}

async function handle(request: Request, { params }: RouteContext): Promise<Response> {
  return pipeToApi(request, (await params).trpc, readEnv().apiUrl);
}

export { handle as GET, handle as POST };
