import { endWithoutRedirect } from './leave-when-signed-out.ts';

/** The outcome of a sign-in; `limited`: the password is not checked until `retryAfterSeconds` have passed. */
export type SignInOutcome =
  | { kind: 'signedIn' }
  | { kind: 'wrong' }
  | { kind: 'limited'; retryAfterSeconds: number };

/** Opens a session. Throws if the API could not be reached. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  const response = await callAuth('callback/credentials', { email, password });
  if (response.status === 429) {
    return { kind: 'limited', retryAfterSeconds: Number(response.headers.get('retry-after')) || 1 };
  }
  if (response.ok) return { kind: 'signedIn' };
  if (response.status !== 401) throw new Error(`The sign-in returned ${response.status}.`);
  // next-auth names the reason in the URL of its error page.
  const { url } = await response.json();
  if (new URL(url).searchParams.get('error') === 'CredentialsSignin') return { kind: 'wrong' };
  throw new Error(`The sign-in returned ${response.status}.`);
}

/**
 * Ends the session and loads a page for people without one, which discards all data. Throws if the session could not be
 * ended.
 */
export async function signOut(next = '/sign-in'): Promise<void> {
  await endWithoutRedirect(async () => {
    const response = await callAuth('signout', {});
    if (!response.ok) throw new Error(`The sign-out returned ${response.status}.`);
    window.location.assign(next);
  });
}

async function callAuth(action: string, fields: Record<string, string>): Promise<Response> {
  const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' });
  const { csrfToken } = await csrf.json();
  return fetch(`/api/auth/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  });
}
