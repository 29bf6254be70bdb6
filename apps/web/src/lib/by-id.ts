/** Empty until the items are loaded. */
export const byId = <T extends { id: string }>(items: T[] | undefined): Map<string, T> =>
  new Map(items?.map((item) => [item.id, item]));
