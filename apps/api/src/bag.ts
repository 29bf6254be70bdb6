/** What is in a bag keeps its place there; -1 outside. In one bag at a time. */
export type InBag = { place: number };

/**
 * Objects that are in use for as long as a request, in any order. All of it takes constant time.
 *
 * Not a Set or Map: V8 links each outgrown table of these to the next one. An old table keeps those after it, with the requests that were
 * in them, until a full collection, and they are copied meanwhile.
 */
export class Bag<Item extends InBag> {
  readonly #items: Item[] = [];

  add(item: Item): void {
    item.place = this.#items.push(item) - 1;
  }

  /** Does nothing with what is not there. */
  delete(item: Item): void {
    if (this.#items[item.place] !== item) return;
    const last = this.#items.pop();
    if (last && last !== item) {
      last.place = item.place;
      this.#items[item.place] = last;
    }
    item.place = -1;
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return this.#items.values();
  }
}
