'use client';

/** Opens a session. False when the API refuses the pair; throws when it could not be asked. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const response = await callAuth('callback/credentials', { email, password });
  if (response.ok) return true;
  const { url } = await response.json();
  if (new URL(url).searchParams.get('error') === 'CredentialsSignin') return false;
  throw new Error(`The sign-in answered ${response.status}.`);
}

/** Ends the session and leaves for the sign-in, with everything that was loaded forgotten. */
export async function signOut(): Promise<void> {
  const response = await callAuth('signout', {});
  if (!response.ok) throw new Error(`The sign-out answered ${response.status}.`);
  window.location.assign('/sign-in');
}

async function callAuth(action: string, fields: Record<string, string>): Promise<Response> {
  const csrf = await fetch('/api/auth/csrf', { cache: 'no-store' });
  const { csrfToken } = await csrf.json();
  return fetch(`/api/auth/${action}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
  });
}
