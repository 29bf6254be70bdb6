/** What is in a bag keeps its place there; -1 outside. In one bag at a time. */
export type InBag = { place: number };

/**
 * Objects that are in use for as long as a request, in any order. Adding and deleting take constant time.
 *
 * Not a Set or Map: when their table is full, V8 makes a new one, and the former table refers to it. Once the former one is among the old objects,
 * garbage collection copies all tables after it, with the requests in them, until it collects the old objects.
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
