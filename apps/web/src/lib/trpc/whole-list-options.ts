import {
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';

type Page<Item> = { items: Item[]; nextCursor: string | null };
type PageOptions<Item> = { queryKey: QueryKey; queryFn?: QueryFunction<Page<Item>, never> };

/** The server prefetches no longer list, to bound its memory: the browser then reads it. */
const maxServerPages = 1;

/**
 * The options of a query that reads a whole list page by page. On the server the query fails for a list of several
 * pages.
 * @param pageOptions returns the options of the page after the cursor
 */
export function wholeListOptions<Item>(pageOptions: (cursor?: string) => PageOptions<Item>) {
  return queryOptions({
    queryKey: [...pageOptions().queryKey, 'whole'],
    async queryFn(context) {
      const items: Item[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
        if (typeof window === 'undefined' && pages === maxServerPages)
          throw new Error('the list is too long to prefetch');
        const page = await readPage(pageOptions(cursor), context);
        items.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      }
      return items;
    },
  });
}

function readPage<Item>({ queryKey, queryFn }: PageOptions<Item>, context: QueryFunctionContext) {
  if (!queryFn) throw new Error('the options of a page have no queryFn');
  return queryFn({ ...context, queryKey } as never);
}
