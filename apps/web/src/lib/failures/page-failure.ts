/** The digest of the error of a page that failed because the API could not be reached. */
export const API_UNREACHABLE = 'API_UNREACHABLE';

const RATE_LIMITED = 'RATE_LIMITED';

/** The same for a page that failed because the person has sent too many requests: it has the seconds to wait. */
export const rateLimitedDigest = (seconds: number): string => `${RATE_LIMITED};${seconds}`;

export const inSeconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

export interface PageFailure {
  title: string;
  advice: string;
  /** Identifies the error in the log of the server. */
  digest: string | null;
}

/** Errors of the server reach the browser with a digest only, without their message. */
export function pageFailureOf(error: unknown): PageFailure {
  const digest =
    error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null;
  if (digest === API_UNREACHABLE) {
    return {
      title: 'The service cannot be reached',
      advice: 'The web server works, but the API does not respond. Try again in a moment.',
      digest: null,
    };
  }
  const [code, seconds] = digest?.split(';') ?? [];
  if (code === RATE_LIMITED) {
    return {
      title: `Too many requests, try again in ${inSeconds(Number(seconds))}`,
      advice: 'You have sent more requests than your limit allows. Nothing is lost: your session goes on.',
      digest: null,
    };
  }
  return {
    title: 'This page could not be shown',
    advice: 'Something unexpected happened. Try again. If that does not help, check the server log.',
    digest,
  };
}
