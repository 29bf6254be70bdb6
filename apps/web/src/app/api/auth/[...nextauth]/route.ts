import { setTimeout as delay } from 'node:timers/promises';
import { describeWait } from '@crewboard/contracts';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { type AuthCall, authOptions } from '#lib/auth/auth-options.ts';
import { maxAuthBodyBytes, rejectAuthCall } from '#lib/auth/auth-routes.ts';
import { csrfCookieName } from '#lib/auth/csrf-secret.ts';
import { deviceCookie, deviceCookieName, deviceTokenOf } from '#lib/auth/device-cookie.ts';
import { readEnv } from '#lib/env.ts';
import { readBodyUpTo } from '#lib/trpc/read-body-up-to.ts';
import { isSameOrigin } from '#lib/trpc/same-origin.ts';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

/** The minimum duration of a failed sign-in: how long it takes must not reveal why it failed. */
const MIN_FAILURE_MS = 300;

/** The routes of next-auth, with limits and outcomes that next-auth does not know. */
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
  // The callbacks of next-auth write the outcome into `call`.
  const call: AuthCall = { csrfCookie, device: deviceTokenOf(cookieOf(deviceCookieName(isHttps))) };
  const minDuration = delay(MIN_FAILURE_MS);
  const { method, headers } = request;
  const requestWithBody = new NextRequest(request.nextUrl, { method, headers, body });
  const response: Response = await NextAuth(authOptions(call))(requestWithBody, context);
  // Drop the response, which removes the session cookie: the person still needs it to try again.
  if (call.isSignOutFailed)
    return new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  if (call.newDevice) response.headers.append('Set-Cookie', deviceCookie(call.newDevice, isHttps));
  if (!response.ok) await minDuration;
  return call.retryAfterSeconds ? respondLimited(call.retryAfterSeconds) : response;
}

function respondLimited(seconds: number): Response {
  const message = `Too many sign-in attempts. Try again in ${describeWait(seconds)}.`;
  return Response.json({ message }, { status: 429, headers: { 'Retry-After': String(seconds) } });
}

export { handle as GET, handle as POST };
