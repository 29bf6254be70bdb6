import { setTimeout as delay } from 'node:timers/promises';
import { describeWait } from '@crewboard/contracts';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions, type SignInCall } from '#lib/auth/auth-options.ts';
import { maxAuthBodyBytes, rejectAuthCall } from '#lib/auth/auth-routes.ts';
import { csrfCookieName } from '#lib/auth/csrf-secret.ts';
import { deviceCookie, deviceCookieName, deviceTokenOf } from '#lib/auth/device-cookie.ts';
import { readEnv } from '#lib/env.ts';
import { readBodyUpTo } from '#lib/trpc/read-body-up-to.ts';
import { isSameOrigin } from '#lib/trpc/same-origin.ts';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** The minimum duration of a failed sign-in: its duration must not reveal the reason. */
const MIN_FAILURE_MS = 300;

async function handle(request: NextRequest, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  const rejection = rejectAuthCall(request, nextauth.join('/'));
  if (rejection) return rejection;
  const { isHttps } = readEnv();
  const cookieOf = (name: string) => request.cookies.get(name)?.value;
  const csrfCookie = cookieOf(csrfCookieName(isHttps));
  if (request.method === 'GET') return NextAuth(authOptions({ csrfCookie }))(request, context);

  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const body = await readBodyUpTo(request, maxAuthBodyBytes);
  if (!body) return new Response(null, { status: 413 });
  const call: SignInCall = { csrfCookie, device: deviceTokenOf(cookieOf(deviceCookieName(isHttps))) };
  const earliest = delay(MIN_FAILURE_MS);
  const { method, headers } = request;
  const read = new NextRequest(request.nextUrl, { method, headers, body });
  const response: Response = await NextAuth(authOptions(call))(read, context);
  // The cookie stays, so that the person can try again.
  if (call.isSignOutFailed)
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  if (call.newDevice) response.headers.append('Set-Cookie', deviceCookie(call.newDevice, isHttps));
  if (!response.ok) await earliest;
  return call.retryAfterSeconds ? limited(call.retryAfterSeconds) : response;
}

function limited(seconds: number): Response {
  const message = `Too many sign-in attempts. Try again in ${describeWait(seconds)}.`;
  return Response.json({ message }, { status: 429, headers: { 'Retry-After': String(seconds) } });
}

export { handle as GET, handle as POST };
