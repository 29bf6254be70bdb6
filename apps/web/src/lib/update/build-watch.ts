import { createStore } from '../create-store.ts';
import { BUILD_HEADER } from './build-header.ts';

/**
 * During an upgrade, web servers of both builds respond for a while: wait until the build of the page no longer does.
 */
const settledMs = 30_000;

/** Notices from the headers of responses that the server runs another build than that of the page. */
export class BuildWatch {
  readonly #build: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly outOfDate = createStore(false);

  /** @param build the build of the page; without it, the page never counts as out of date */
  constructor(build: string | undefined) {
    this.#build = build;
  }

  /** Compares the build that responded with that of the page. Ignores responses of a proxy, which have no build. */
  readonly check = (headers: Headers): void => {
    const build = headers.get(BUILD_HEADER);
    if (build === null || this.#build === undefined || this.outOfDate.get()) return;
    if (build === this.#build) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => this.outOfDate.set(true), settledMs);
  };
}

/**
 * The watch of this page. Reads its build once: a later response may change the attribute, but not the running code.
 */
export const buildWatch = new BuildWatch(
  typeof document === 'undefined' ? undefined : document.documentElement.dataset.build,
);
