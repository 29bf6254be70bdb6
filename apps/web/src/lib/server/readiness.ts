import { build } from '@crewboard/build-info';

/**
 * Shorter than the 3 s for which HAProxy waits for /readyz (`timeout check`), but long enough for a busy API. A stopping
 * API responds at once.
 */
export const maxApiCheckMs = 2_500;
/** How long a result is reused, because anyone may request it at any rate. */
const CACHE_MS = 500;
const RETRY_MS = 500;
/** The first page takes longer than the others. */
const PAGE_TIMEOUT_MS = 10_000;

/** Whether this process serves pages: it has rendered a page, reaches the API, and is not stopping. */
export class Readiness {
  readonly #apiUrl: string;
  #hasPages = false;
  #isDraining = false;
  /** The check that is running, or its result for `CACHE_MS`. */
  #apiCheck: Promise<boolean> | undefined;

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Makes the process not ready from now on. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Requests a page of this process until it is rendered. This also loads the code that pages share. */
  async renderFirstPage(url: string): Promise<void> {
    while (!this.#hasPages && !this.#isDraining) {
      this.#hasPages = await isOk(url, PAGE_TIMEOUT_MS);
      if (!this.#hasPages) await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }

  /** The body of /readyz. */
  async status() {
    const api = await this.#checkApi();
    const checks = { pages: this.#hasPages, api, draining: this.#isDraining };
    return { ready: checks.pages && api && !checks.draining, ...build, checks };
  }

  /**
   * Whether the API responds, asked at most every 500 ms. An API without its database counts as reached: pages say what
   * is wrong. An API that is stopping does not, so that the proxy sends no pages here any more before the API closes.
   */
  #checkApi(): Promise<boolean> {
    if (this.#apiCheck) return this.#apiCheck;
    this.#apiCheck = acceptsCalls(`${this.#apiUrl}/livez`).finally(() => {
      setTimeout(() => {
        this.#apiCheck = undefined;
      }, CACHE_MS).unref();
    });
    return this.#apiCheck;
  }
}

async function acceptsCalls(livezUrl: string): Promise<boolean> {
  try {
    const response = await fetch(livezUrl, { cache: 'no-store', signal: AbortSignal.timeout(maxApiCheckMs) });
    // Releases before 0.5.0 have no `draining`.
    const { draining } = (await response.json()) as { draining?: boolean };
    return response.ok && !draining;
  } catch {
    return false;
  }
}

async function isOk(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
