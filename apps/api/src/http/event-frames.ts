import type { Event } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { LRUCache } from 'lru-cache';
import { withTexts } from '../features/events/task-texts.ts';

/** For streams that read at different speeds. Frames that were evicted are created again. */
const maxCachedBytes = 32 * 1024 * 1024;

/** Events as messages of server-sent events, with their large texts: each is made once for all streams of the process. */
export class EventFrames {
  readonly #cache: LRUCache<string, Buffer, Event>;

  /** `readsOf` returns the connections of a team, so that reading its large texts delays no other team. */
  constructor(readsOf: (teamId: string) => Queryable) {
    this.#cache = new LRUCache({
      maxSize: maxCachedBytes,
      // An evicted frame that is still being read goes to the streams that wait for it.
      ignoreFetchAbort: true,
      sizeCalculation: ({ length }) => length,
      fetchMethod: async (_id, _stale, { context }) => {
        const [event = context] = await withTexts(
          readsOf(context.teamId),
          [context],
          ({ subject }) => subject.id,
        );
        return Buffer.from(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      },
    });
  }

  /** The message of an event as stored in the log. Rejects when a text cannot be read. */
  async of(event: Event): Promise<Buffer> {
    return this.#cache.forceFetch(event.id, { context: event });
  }
}
