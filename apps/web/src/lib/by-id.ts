/** The items by their ids; empty while they are not loaded. */
export const byId = <T extends { id: string }>(items: T[] | undefined): Map<string, T> =>
  new Map(items?.map((item) => [item.id, item]));

/**
 * A copy of the list in which the item replaces the one with its id. A new item comes last, as in the lists of the API.
 */
export const withItem = <T extends { id: string }>(items: T[], item: T): T[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((other) => (other.id === item.id ? item : other))
    : [...items, item];
