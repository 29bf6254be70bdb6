import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { membersIn } from './member-pages.ts';
import { membersOptions } from './members-query.ts';

/** The loaded members. With `needsAll`, loads all pages one after another: a filter looks at every member. */
export function useMembers({ needsAll }: { needsAll: boolean }) {
  const trpc = useTRPC();
  const team = useTeam();
  const query = useInfiniteQuery(membersOptions(trpc, team.id));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const members = useMemo(() => (data ? membersIn(data) : []), [data]);

  const mayLoad = needsAll && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayLoad) void fetchNextPage();
  }, [mayLoad, fetchNextPage]);
  return { ...query, members };
}
