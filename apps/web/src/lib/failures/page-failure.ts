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

/** The seconds to wait after too many requests; null for any other failure. */
export function waitSecondsOf(error: unknown): number | null {
  const [code, seconds] = digestOf(error)?.split(';') ?? [];
  return code === RATE_LIMITED ? Number(seconds) : null;
}

/** The texts about a failed page. `passedSeconds`: the time since the failure. */
export function pageFailureOf(error: unknown, passedSeconds = 0): PageFailure {
  const digest = digestOf(error);
  if (digest === API_UNREACHABLE) {
    return {
      title: 'The service cannot be reached',
      advice: 'The web server works, but the API does not respond. Try again in a moment.',
      digest: null,
    };
  }
  const waitSeconds = waitSecondsOf(error);
  if (waitSeconds !== null) {
    const remaining = waitSeconds - passedSeconds;
    return {
      title: `Too many requests, try again ${remaining > 0 ? `in ${inSeconds(remaining)}` : 'now'}`,
      advice: 'You have sent more requests than your limit allows. Nothing is lost: you stay signed in.',
      digest: null,
    };
  }
  return {
    title: 'This page could not be shown',
    advice: 'Something unexpected happened. Try again. If that does not help, check the server log.',
    digest,
  };
}
