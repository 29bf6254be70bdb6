const firstDelayMs = 3_000;
const maxDelayMs = 30_000;

// At module level: a retry that fails mounts a new error page, which must not start at the first delay again.
let attempts = 0;
let lastAttemptAt = Number.NEGATIVE_INFINITY;

interface RetryOptions {
  /** How long the service rejects all requests. */
  waitSeconds: number;
  /** Called at the start and after each of the seconds, with the number that has passed. */
  onSecond: (passedSeconds: number) => void;
  retry: () => void;
  signal: AbortSignal;
}

/**
 * Retries a failed page once the service responds again. Until then, makes a cheap call at growing intervals while the
 * tab is visible: a retry replaces the page, its focus and the cached data of the shell around it.
 */
export async function retryByItself({ waitSeconds, onSecond, retry, signal }: RetryOptions): Promise<void> {
  await countDown(waitSeconds, onSecond, signal);
  while (!signal.aborted) {
    await pause(nextDelayMs(), signal);
    if (signal.aborted) return;
    attempts += 1;
    lastAttemptAt = performance.now();
    if ((await responds()) && !signal.aborted) return retry();
  }
}

async function countDown(seconds: number, onSecond: (passed: number) => void, signal: AbortSignal) {
  const startedAt = performance.now();
  const passedSeconds = () => Math.floor((performance.now() - startedAt) / 1_000);
  for (let passed = 0; passed < seconds && !signal.aborted; passed = passedSeconds()) {
    onSecond(passed);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  if (!signal.aborted) onSecond(seconds);
}

/** The delay before the next attempt. Attempts long ago were about another failure. */
function nextDelayMs(): number {
  if (performance.now() - lastAttemptAt > 2 * maxDelayMs) attempts = 0;
  return Math.min(firstDelayMs * 2 ** attempts, maxDelayMs);
}

/**
 * Waits for the time, and then until the tab is visible. Ends earlier when the tab becomes visible or the browser is
 * online again, as after the sleep of a laptop.
 */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      if (document.hidden && !signal.aborted) return;
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    document.addEventListener('visibilitychange', end, ended);
    window.addEventListener('online', end, ended);
    signal.addEventListener('abort', end, ended);
  });
}

/** Whether the service can return the account, which every page of a signed-in person needs, within 10 s. */
async function responds(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const { status } = await fetch('/api/trpc/accounts.me', { cache: 'no-store', signal });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}
