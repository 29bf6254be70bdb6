const STORAGE_KEY = 'crewboard-invitation';

/**
 * The secret of the invitation; null without one. It is in the fragment (#…) of the URL, which browsers send to no
 * server. The session storage keeps it while the person signs in on another page.
 */
export function readInvitationSecret(): string | null {
  const secret = window.location.hash.slice(1);
  if (!secret) return sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.setItem(STORAGE_KEY, secret);
  return secret;
}

export const forgetInvitationSecret = (): void => sessionStorage.removeItem(STORAGE_KEY);
