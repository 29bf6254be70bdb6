'use client';

const STORAGE_KEY = 'crewboard-invitation';

/**
 * The secret of the invitation: from behind the # of the URL, which no request has, or from before the person went to
 * sign in. Null without one.
 */
export function readInvitationSecret(): string | null {
  const secret = window.location.hash.slice(1);
  if (!secret) return sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.setItem(STORAGE_KEY, secret);
  return secret;
}

export const forgetInvitationSecret = (): void => sessionStorage.removeItem(STORAGE_KEY);
