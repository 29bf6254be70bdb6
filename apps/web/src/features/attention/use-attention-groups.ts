import type { Attention, AttentionTask, BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { attentionOptions } from '#domain/attention/attention-query.ts';
import { isSameWait } from '#domain/board/next-actor.ts';
import { useComputed } from '#domain/board/store/use-computed.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

type Group = Attention['tasks'][number];

/** A task in its newest version, and why it waits for a person. */
export interface WaitingTask extends Pick<AttentionTask, 'next' | 'lastFailure'> {
  task: BoardTask;
}

export type ShownGroup = Group & { shown: WaitingTask[] };

/**
 * Returns a function that keeps the tasks that still wait, in their newest versions. It drops a task if a change has
 * touched what its reason depends on: whether it waits for something else, only the next response says.
 */
export function useStillWaiting() {
  return useComputed(
    (store) => (tasks: readonly AttentionTask[]) =>
      tasks.flatMap(({ next, lastFailure, ...read }): WaitingTask[] => {
        const shown = store.shown(read.id);
        if (!shown || shown.version < read.version) return [{ task: read, next, lastFailure }];
        return isSameWait(read, shown) ? [{ task: shown, next, lastFailure }] : [];
      }),
    [],
  );
}

/** Everything that waits for a person, by reason, as the service has counted it, without the tasks resolved since. */
export function useAttentionGroups() {
  const { id: teamId } = useTeam();
  const read = useQuery(attentionOptions(useTRPC(), teamId));
  const filterWaiting = useStillWaiting();
  const groups = useMemo(
    () =>
      (read.data?.tasks ?? [])
        .map((group): ShownGroup => {
          const shown = filterWaiting(group.tasks);
          return { ...group, shown, count: group.count - (group.tasks.length - shown.length) };
        })
        .filter(({ count, isExact }) => count > 0 || !isExact),
    [read.data, filterWaiting],
  );
  return { read, groups, stuck: read.data?.stuck ?? [] };
}
