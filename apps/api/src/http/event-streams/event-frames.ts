import { createHash } from 'node:crypto';
import { type LoggedEvent, withoutOrder } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { LRUCache } from 'lru-cache';
import { withTexts } from '../../features/events/task-texts.ts';
import type { TeamTurns } from '../../limits/team-turns.ts';
import { selectFields } from '../response/response-fields.ts';

/** For streams that read at different speeds. Frames that were evicted are created again. */
const maxCachedBytes = 32 * 1024 * 1024;
/** Of the key of a frame and its place in the cache, at most: most frames are not much longer. */
const overheadBytes = 500;
/** The fields of an event that may have large texts. */
const largeFields = ['snapshot', 'changes'];

/** An event, and the fields of it that a stream sends: all when absent. */
type Framed = { event: LoggedEvent; fields: readonly string[] | undefined };

/**
 * Events as messages of server-sent events, with their large texts: each is made once for all streams of the process
 * that send the same fields.
 */
export class EventFrames {
  readonly #cache: LRUCache<string, Buffer, Framed>;
  /** The streams of a process get a new event as one object. */
  readonly #hashes = new WeakMap<LoggedEvent, string>();

  /** `readsOf` returns the connections of a team. Neither reading large texts nor their JSON delays other teams. */
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

  /** Of all that is stored: an event from which content or a name was erased has another frame than before. */
  #hashOf(event: LoggedEvent): string {
    const known = this.#hashes.get(event);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(JSON.stringify(event)).digest('base64url');
    this.#hashes.set(event, hash);
    return hash;
  }
}
