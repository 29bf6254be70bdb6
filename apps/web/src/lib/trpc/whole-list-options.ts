import {
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';

type Page<Item> = { items: Item[]; nextCursor: string | null };
type PageOptions<Item> = { queryKey: QueryKey; queryFn?: QueryFunction<Page<Item>, never> };

/** What the server prefetches: a longer list is left to the browser, which has the memory of one reader to fill. */
const maxServerPages = 1;

/**
 * A list as one query, read page by page. `pageOptions` are those of the page after the cursor. Throws on the server
 * when the list is longer than a page.
 */
export function wholeListOptions<Item>(pageOptions: (cursor?: string) => PageOptions<Item>) {
  return queryOptions({
    queryKey: [...pageOptions().queryKey, 'whole'],
    async queryFn(context) {
      const items: Item[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
        if (typeof window === 'undefined' && pages === maxServerPages)
          throw new Error('too long to prefetch');
        const page = await readPage(pageOptions(cursor), context);
        items.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      }
      return items;
    },
  });
}

function readPage<Item>({ queryKey, queryFn }: PageOptions<Item>, context: QueryFunctionContext) {
  if (!queryFn) throw new Error('a page is read by its query');
  return queryFn({ ...context, queryKey } as never);
}
