import { createHash } from 'node:crypto';
import { type LoggedEvent, withoutOrder } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { LRUCache } from 'lru-cache';
import { withTexts } from '../../features/events/task-texts.ts';
import type { TeamTurns } from '../../limits/team-turns.ts';
import { selectFields } from '../response/response-fields.ts';

/** For streams that read at different speeds. Frames that were evicted are created again. */
const maxCachedBytes = 32 * 1024 * 1024;
/** The bytes of a cache entry besides its frame, at most. They matter because most frames are as short. */
const overheadBytes = 500;
/** The fields of an event that may have large texts. */
const largeFields = ['snapshot', 'changes'];

/** An event, and the fields of it that a stream sends: all when absent. */
type Framed = { event: LoggedEvent; fields: readonly string[] | undefined };

/**
 * Caches events as messages of server-sent events, with their large texts, so that all streams of a process that send
 * the same fields share one message.
 */
export class EventFrames {
  readonly #cache: LRUCache<string, Buffer, Framed>;
  /** Works by identity, because all streams of a process get a new event as the same object. */
  readonly #hashes = new WeakMap<LoggedEvent, string>();

  /** Large texts are read on the connections of their team (`readsOf`) and serialized in its `turns`. */
  constructor(readsOf: (teamId: string) => Queryable, turns: TeamTurns) {
    this.#cache = new LRUCache({
      maxSize: maxCachedBytes,
      // An evicted frame that is still being read goes to the streams that wait for it.
      ignoreFetchAbort: true,
      sizeCalculation: ({ length }) => length + overheadBytes,
      fetchMethod: async (_key, _stale, { context: { event: stored, fields } }) => {
        const hasTexts = !fields || largeFields.some((name) => fields.includes(name));
        const read = () => withTexts(readsOf(stored.teamId), [stored], ({ subject }) => subject.id);
        const [event = stored] = hasTexts ? await read() : [stored];
        const toFrame = () => {
          const shown = withoutOrder(event);
          const data = JSON.stringify(fields ? selectFields(shown, fields) : shown);
          return Buffer.from(`id: ${event.id}\nevent: ${event.type}\ndata: ${data}\n\n`);
        };
        // Only texts that the log keeps apart make an event large.
        return event === stored ? toFrame() : turns.of(stored.teamId).run(toFrame);
      },
    });
  }

  /** The message of an event as stored in the log. Rejects when a text cannot be read. */
  async of(event: LoggedEvent, fields?: readonly string[]): Promise<Buffer> {
    const key = [this.#hashOf(event), ...(fields ?? [])].join();
    return this.#cache.forceFetch(key, { context: { event, fields } });
  }

  /** Hashes the whole stored event, so that an event from which content or a name was erased gets a new frame. */
  #hashOf(event: LoggedEvent): string {
    const known = this.#hashes.get(event);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(JSON.stringify(event)).digest('base64url');
    this.#hashes.set(event, hash);
    return hash;
  }
}
