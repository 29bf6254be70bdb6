// Next sends the digest of an error of the server to the browser, but not its message: these digests say what happened.

/** The digest of a page that failed because the API could not be reached. */
export const API_UNREACHABLE = 'API_UNREACHABLE';

const RATE_LIMITED = 'RATE_LIMITED';

/** The digest of a page that failed because the person has sent too many requests, with the seconds to wait. */
export const rateLimitedDigest = (seconds: number): string => `${RATE_LIMITED};${seconds}`;

const inSeconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

export interface PageFailure {
  title: string;
  advice: string;
  /** Identifies the error in the log of the server. */
  digest: string | null;
}

const digestOf = (error: unknown): string | null =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null;

/** The seconds after which a page may be tried again; null for a failure that does not pass by itself. */
export function waitSecondsOf(error: unknown): number | null {
  const [code, seconds = 0] = digestOf(error)?.split(';') ?? [];
  return code === API_UNREACHABLE || code === RATE_LIMITED ? Number(seconds) : null;
}

/**
 * The texts about a failed page.
 * @param passedSeconds the time since the failure, if the page tries again by itself
 */
export function pageFailureOf(error: unknown, passedSeconds?: number): PageFailure {
  const digest = digestOf(error);
  const waitSeconds = waitSecondsOf(error);
  const attempt = passedSeconds === undefined ? 'Try again in a moment.' : 'This page tries again by itself.';
  if (digest === API_UNREACHABLE) {
    return {
      title: 'The service cannot be reached',
      advice: `The web server works, but the API does not respond. ${attempt}`,
      digest: null,
    };
  }
  if (waitSeconds !== null) {
    const remaining = waitSeconds - (passedSeconds ?? 0);
    return {
      title: `Too many requests, try again ${remaining > 0 ? `in ${inSeconds(remaining)}` : 'now'}`,
      advice: `You have sent more requests than your limit allows. Nothing is lost: you stay signed in. ${attempt}`,
      digest: null,
    };
  }
  return {
    title: 'This page could not be shown',
    advice: 'Something unexpected happened. Try again. If that does not help, check the server log.',
    digest,
  };
}
