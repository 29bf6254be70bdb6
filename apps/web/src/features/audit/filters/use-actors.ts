import type { EventPage } from '@crewboard/contracts';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

interface Named {
  id: string;
  name: string;
}

export interface Actors {
  agents: Named[];
  keys: Named[];
  /** Those in the loaded events. */
  people: Named[];
}

/**
 * The actors that events can be filtered by. There is no list of former members: people come from the loaded events.
 */
export function useActors(): Actors {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id: teamId } = useTeam();
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data ?? [];
  const keys = useQuery(trpc.apiKeys.list.queryOptions({ teamId })).data ?? [];

  const people = new Map<string, Named>();
  // The beginning of the key of `auditOptions`: the events under all filters.
  const logs = queryClient.getQueriesData<InfiniteData<EventPage>>({
    queryKey: [...trpc.events.audit.pathKey(), teamId],
  });
  for (const { actor } of logs.flatMap(([, log]) => log?.pages ?? []).flatMap(({ events }) => events)) {
    if (actor.kind === 'member' && actor.id) {
      people.set(actor.id, { id: actor.id, name: actor.name ?? 'Somebody' });
    }
  }
  return { agents, keys, people: [...people.values()] };
}

/** The name of the actor with this id; undefined if it is unknown. */
export function actorNameIn({ agents, keys, people }: Actors, id: string): string | undefined {
  return [...agents, ...keys, ...people].find((actor) => actor.id === id)?.name;
}
