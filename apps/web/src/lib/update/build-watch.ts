import { BUILD_HEADER } from './build-header.ts';

/** During an upgrade web servers of both builds respond for a while: a page is out of date when only the other one does. */
const settledMs = 30_000;

/** Notices that the server responds with another build than that of the page. */
export class BuildWatch {
  readonly #build: string | undefined;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  isOutOfDate = false;

  /** `build`: of the page; nothing is noticed without it. */
  constructor(build: string | undefined) {
    this.#build = build;
  }

  /** The headers of any response of the web server; those of a proxy have no build. */
  readonly notice = (headers: Headers): void => {
    const build = headers.get(BUILD_HEADER);
    if (build === null || this.#build === undefined || this.isOutOfDate) return;
    if (build === this.#build) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.isOutOfDate = true;
      for (const listener of this.#listeners) listener();
    }, settledMs);
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Read once: a later response of the server may change the attribute, and not the code that runs. */
export const buildWatch = new BuildWatch(
  typeof document === 'undefined' ? undefined : document.documentElement.dataset.build,
);
