import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeviceToken } from '@crewboard/app-secret';
import pLimit from 'p-limit';
import { deviceCookieName, deviceTokenOf } from '../auth/device-cookie.ts';
import type { Env } from '../env.ts';
import { cookieValue } from './cookie-value.ts';
import { startInTurn } from './start-in-turn.ts';

/** Few, so that the requests of signed-in people run between them. */
const maxRunning = 2;
/** After this time the next request starts anyway: one that waits for its client or for the API uses no processor. */
const maxRunningMs = 25;
/** At least 80 requests start each second, so the last one waits for about six seconds. */
const maxQueued = 500;

type QueueEnv = Pick<Env, 'appSecrets' | 'isHttps'>;

/**
 * Starts requests without a session a few at a time, in the order of arrival. Devices that have signed in before have a
 * queue of their own, which a flood of other requests does not fill.
 */
export class AnonymousQueue {
  readonly #known = pLimit(maxRunning);
  readonly #unknown = pLimit(maxRunning);
  readonly #env: QueueEnv;

  constructor(env: QueueEnv) {
    this.#env = env;
  }

  /** Resolves with true when the request may start; with false, at once, when the queue is full. */
  async enter(request: Pick<IncomingMessage, 'headers'>, response: ServerResponse): Promise<boolean> {
    const queue = (await this.#isKnown(request)) ? this.#known : this.#unknown;
    if (queue.pendingCount >= maxQueued) return false;
    await startInTurn(queue, response, maxRunningMs);
    return true;
  }

  async #isKnown({ headers }: Pick<IncomingMessage, 'headers'>): Promise<boolean> {
    const { appSecrets, isHttps } = this.#env;
    const token = deviceTokenOf(cookieValue(headers.cookie, deviceCookieName(isHttps)));
    return token !== undefined && (await isDeviceToken(appSecrets, token));
  }
}
