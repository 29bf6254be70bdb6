import { setTimeout as sleep } from 'node:timers/promises';
import { type Crewboard, createClient, isCode } from '@crewboard/sdk';
import { type Arrivals, firstArrivals } from './arrivals.ts';
import { CleanUpError, type Service } from './find-service.ts';
import { Receiver } from './receiver.ts';

const MAX_RETRY_MS = 30_000;
const PROGRESS_AFTER_MS = 1_000;
const POLL_INTERVAL_MS = 20;

interface Listening {
  /** Waits until `count` deliveries have arrived, at most MAX_RETRY_MS. */
  waitFor: (count: number, interruption: AbortSignal) => Promise<Arrivals>;
  /** Deletes the endpoint and the rule that allows its destination. */
  stop: () => Promise<void>;
}

/**
 * Creates a webhook of the team for a receiver in this process. Returns the reason as text if that is impossible. Its client
 * has no signal, so that an interruption of the demo does not keep the webhook from being deleted.
 */
export async function listen(service: Service, projectId: string): Promise<Listening | string> {
  if (!service.isLocal) return 'the service is on another machine';
  const client = createClient({ url: service.apiUrl, token: service.apiKey });
  const receiver = await Receiver.start(projectId);
  const { destination } = receiver;
  try {
    await service.saveAllowRule?.(destination);
    const { id, secret } = await client.webhooks.create({
      ...{ url: receiver.url, description: 'The demo', eventTypes: ['task.completed'] },
    });
    receiver.useSecret(secret);
    if (service.saveAllowRule) {
      console.log(`  Webhooks of this team may reach ${destination} until the end of the demo.\n`);
    }
    return {
      waitFor: (count, interruption) => waitFor(receiver.arrivals, count, interruption),
      stop: () =>
        deleteEndpoint(client, id)
          .finally(() => service.deleteAllowRule?.(destination))
          .finally(() => receiver.stop()),
    };
  } catch (error) {
    receiver.stop();
    await service.deleteAllowRule?.(destination).catch(() => undefined);
    if (!isCode(error, 'VALIDATION_ERROR')) throw error;
    return 'the service may not call this machine; its operator allows it with: npm run admin -- webhook-allow';
  }
}

async function waitFor(arrivals: Arrivals, count: number, interruption: AbortSignal): Promise<Arrivals> {
  const retryUntil = performance.now() + MAX_RETRY_MS;
  const progressTimer = setTimeout(() => console.log('  Waiting for the last webhooks'), PROGRESS_AFTER_MS);
  try {
    while (firstArrivals(arrivals).length < count && performance.now() < retryUntil) {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: interruption });
    }
    return arrivals;
  } finally {
    clearTimeout(progressTimer);
  }
}

async function deleteEndpoint(client: Crewboard, id: string): Promise<void> {
  await client.webhooks.delete({ webhookId: id }).catch((error) => {
    throw new CleanUpError(`The webhook "The demo" (${id}) could not be deleted: ${error.message}`);
  });
}
