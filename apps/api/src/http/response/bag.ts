/** An item that a bag can contain: in at most one bag, with its index there, or -1 outside of a bag. */
export type InBag = { indexInBag: number };

/**
 * An unordered collection for objects that live as long as a request. Adding and deleting take constant time.
 *
 * A Set or Map would cost garbage collection: when its table is full, V8 makes a new table, to which the former one
 * refers. Once the former table is among the old objects, each minor collection copies all later tables, with the
 * requests in them, until a major collection removes it.
 */
export class Bag<Item extends InBag> {
  readonly #items: Item[] = [];

  add(item: Item): void {
    item.indexInBag = this.#items.push(item) - 1;
  }

  /** Does nothing if the item is not in the bag. */
  delete(item: Item): void {
    if (this.#items[item.indexInBag] !== item) return;
    const last = this.#items.pop();
    if (last && last !== item) {
      last.indexInBag = item.indexInBag;
      this.#items[item.indexInBag] = last;
    }
    item.indexInBag = -1;
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return this.#items.values();
  }
}
