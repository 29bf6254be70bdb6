import { expect } from 'vitest';
import type { Crewboard, EventType } from '../../src/index.ts';

/** The id of the first event of a type. Waits for it: transactions of other databases delay readers of the log. */
export async function firstEventId(client: Crewboard, type: EventType): Promise<string> {
  const read = () => client.events.list({ type, limit: 1 });
  await expect.poll(read).toHaveLength(1);
  return (await read())[0]?.id ?? '';
}
