/** Empty until the items are loaded. */
export const byId = <T extends { id: string }>(items: T[] | undefined): Map<string, T> =>
  new Map(items?.map((item) => [item.id, item]));

/** The list with this item in its place; a new one is last, in the order of the API. */
export const withItem = <T extends { id: string }>(items: T[], item: T): T[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((other) => (other.id === item.id ? item : other))
    : [...items, item];
