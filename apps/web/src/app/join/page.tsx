import type { Metadata } from 'next';
import { JoinScreen } from '#features/join/join-screen.tsx';
import { loadAccount } from '#lib/auth/load-account.ts';

export const metadata: Metadata = { title: 'Join a team', referrer: 'no-referrer' };

/**
 * The page of an invitation. Its secret is in the fragment (#…) of the URL, which browsers do not send with requests.
 */
export default async function JoinPage() {
  // Render the page even if the API cannot be reached: the form says so.
  const account = await loadAccount().catch(() => null);
  return <JoinScreen account={account && { name: account.name, email: account.email }} />;
}
