import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '../../../../lib/auth/auth-options.ts';
import { isSameOrigin } from '../../../../lib/trpc/same-origin.ts';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

function handle(request: NextRequest, context: RouteContext): Promise<Response> | Response {
  if (request.method !== 'GET' && !isSameOrigin(request)) return new Response(null, { status: 403 });
  return NextAuth(authOptions())(request, context);
}

export { handle as GET, handle as POST };
