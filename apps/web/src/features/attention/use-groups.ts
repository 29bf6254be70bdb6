'use client';

import type { Attention, AttentionTask, BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { attentionOptions } from '#domain/attention/attention-query.ts';
import { isSameWait } from '#domain/board/next-actor.ts';
import { useStored, useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';

type Group = Attention['tasks'][number];

/** A task of the page in its newest version, and why it waits. */
export interface WaitingTask extends Pick<AttentionTask, 'next' | 'lastFailure'> {
  task: BoardTask;
}

export type ShownGroup = Group & { shown: WaitingTask[] };

/**
 * Returns the tasks that still wait: one that has changed since in what decides it waits no longer, or for something else,
 * which the next read tells.
 */
export function useWaiting() {
  const store = useTaskStore();
  const revision = useStored((current) => current.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for what the store shows.
  return useMemo(
    () => (tasks: readonly AttentionTask[]) =>
      tasks.flatMap(({ next, lastFailure, ...read }): WaitingTask[] => {
        const shown = store.shown(read.id);
        if (!shown || shown.version < read.version) return [{ task: read, next, lastFailure }];
        return isSameWait(read, shown) ? [{ task: shown, next, lastFailure }] : [];
      }),
    [store, revision],
  );
}

/** What waits for a person, as the service has counted it, without what has been solved since. */
export function useGroups() {
  const { id: teamId } = useTeam();
  const read = useQuery(attentionOptions(useTRPC(), teamId));
  const waiting = useWaiting();
  const groups = useMemo(
    () =>
      (read.data?.tasks ?? [])
        .map((group): ShownGroup => {
          const shown = waiting(group.tasks);
          return { ...group, shown, count: group.count - (group.tasks.length - shown.length) };
        })
        .filter(({ count, isExact }) => count > 0 || !isExact),
    [read.data, waiting],
  );
  return { read, groups, stuck: read.data?.stuck ?? [] };
}
