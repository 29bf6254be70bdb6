import type { BlockedWebhooks } from '../../apps/api/src/features/webhooks/list-blocked-webhooks.ts';
import { tryAdmin, type Unchecked } from './admin-command.ts';
import type { Hold } from './held-webhooks.ts';

/** The checks run beside the rest of the start, however long this takes, and hold up the start screen no longer than this. */
const maxWaitMs = 8_000;

export type WebhookChecks = { held: Hold | Unchecked; blocked: BlockedWebhooks[] | Unchecked };

/** Whether webhooks are held, and which are blocked. A check that fails or takes too long does not prevent the start. */
export async function checkWebhooks<Started>(
  env: NodeJS.ProcessEnv,
  starting: Promise<Started>,
  waitMs = maxWaitMs,
): Promise<WebhookChecks & { started: Started }> {
  const ending = new AbortController();
  const checks = Promise.all([
    tryAdmin<Hold>(env, ['deliveries', 'status'], ending.signal),
    tryAdmin<{ blocked: BlockedWebhooks[] }>(env, ['webhook-allow', '--blocked'], ending.signal),
  ]);
  let timer: NodeJS.Timeout | undefined;
  try {
    const started = await starting;
    timer = setTimeout(() => ending.abort(), waitMs);
    const [held, blocked] = await checks;
    return { started, held, blocked: 'blocked' in blocked ? blocked.blocked : blocked };
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
