import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchAfterReads } from './refetch-after-reads.ts';

const queryKey = ['attempts'];

/** A list of two pages. The test sends the responses. */
function openList(queryClient: QueryClient) {
  const requests: { page: number; respond: () => void }[] = [];
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey,
    queryFn: ({ pageParam }) =>
      new Promise<number>((resolve) => requests.push({ page: pageParam, respond: () => resolve(pageParam) })),
    initialPageParam: 1,
    getNextPageParam: (last) => (last === 1 ? 2 : null),
  });
  const close = observer.subscribe(() => undefined);
  const respond = async (page: number) => {
    await expect.poll(() => requests[0]?.page).toBe(page);
    requests.shift()?.respond();
  };
  const pages = () => queryClient.getQueryData<InfiniteData<number>>(queryKey)?.pages;
  return { observer, requests, respond, pages, close };
}

test('shows a page that is being loaded, and then refetches all pages', async () => {
  const queryClient = new QueryClient();
  const { observer, requests, respond, pages, close } = openList(queryClient);
  await respond(1);
  await expect.poll(pages).toEqual([1]);

  void observer.fetchNextPage();
  const refetched = refetchAfterReads(queryClient, queryKey);
  await respond(2);
  await expect.poll(pages).toEqual([1, 2]);
  await respond(1);
  await respond(2);
  await refetched;
  expect(pages()).toEqual([1, 2]);
  expect(requests).toEqual([]);
  close();
});

test('refetches a list at once if it loads nothing', async () => {
  const queryClient = new QueryClient();
  const { respond, pages, close } = openList(queryClient);
  await respond(1);
  await expect.poll(pages).toEqual([1]);
  const refetched = refetchAfterReads(queryClient, queryKey);
  await respond(1);
  await refetched;
  close();
});

test('reads a list again after its running first read', async () => {
  const queryClient = new QueryClient();
  const { respond, requests, pages, close } = openList(queryClient);
  await expect.poll(() => requests.length).toBe(1);
  const refetched = refetchAfterReads(queryClient, queryKey);
  await respond(1);
  await respond(1);
  await refetched;
  expect(pages()).toEqual([1]);
  expect(requests).toEqual([]);
  close();
});
