import { type AppSecrets, SecretBox } from '@crewboard/app-secret';
import type { Database } from '@crewboard/db';
import { type FoundSecrets, reencryptSecrets } from '../features/webhooks/reencrypt-secrets.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

/** Long, because during a rolling restart processes with old and new settings may undo each other's work. */
const defaultPollIntervalMs = 60_000;

type Parts = {
  db: Database;
  appSecrets: AppSecrets;
  metrics: Pick<Metrics, 'setWebhookSecrets'> | undefined;
  log: WorkerLog;
  /** The time between two looks; a minute by default. */
  pollIntervalMs?: number;
};

/**
 * While APP_SECRET_PREVIOUS is set, looks for webhook secrets that are encrypted with it, and encrypts them with
 * APP_SECRET. Logs and measures how many secrets each of them encrypts.
 */
export function startReencryption({ db, appSecrets, metrics, log, ...parts }: Parts) {
  const { pollIntervalMs = defaultPollIntervalMs } = parts;
  const stopping = new AbortController();
  const secretBox = new SecretBox(appSecrets);
  /** The endpoint after which the next page begins. */
  let afterId = '';
  let found: FoundSecrets = { current: 0, previous: 0, unknown: 0 };
  /** JSON of the numbers that were last logged: a pass over all endpoints logs its numbers only if they differ. */
  let logged = '';
  const run = async () => {
    const page = await reencryptSecrets(db.reads, secretBox, afterId);
    for (const kind of ['current', 'previous', 'unknown'] as const) found[kind] += page.found[kind];
    afterId = page.lastId ?? '';
    if (page.lastId !== undefined) return { hasMore: true };
    metrics?.setWebhookSecrets(found);
    if (logged !== JSON.stringify(found)) logFound(log, found);
    logged = JSON.stringify(found);
    found = { current: 0, previous: 0, unknown: 0 };
    return {};
  };
  const task = 'encrypt the secrets of webhooks with APP_SECRET';
  const running =
    appSecrets.length > 1
      ? runPollLoop({ task, run, pollIntervalMs, signal: stopping.signal, log })
      : Promise.resolve();
  return {
    stop(): Promise<void> {
      stopping.abort();
      return running;
    },
  };
}

function logFound(log: WorkerLog, found: FoundSecrets): void {
  if (found.unknown > 0) {
    log.warn(found, 'neither APP_SECRET nor APP_SECRET_PREVIOUS encrypted some secrets of webhooks');
  } else if (found.previous > 0) {
    log.info(found, 'encrypted the secrets of webhooks with APP_SECRET');
  } else {
    log.info(found, 'all secrets of webhooks are encrypted with APP_SECRET');
  }
}
