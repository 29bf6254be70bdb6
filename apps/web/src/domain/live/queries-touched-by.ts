import type { AppRouter } from '@crewboard/api/router';
import type { Event } from '@crewboard/contracts';
import type { QueryKey } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { endpointEvents } from '#domain/webhooks/endpoint-events.ts';
import { hasTextReference } from './event-change.ts';

/** The queries to refetch after an event, because the event does not contain their new data. */
export function queriesTouchedBy(trpc: TRPCOptionsProxy<AppRouter>, event: Event): QueryKey[] {
  switch (event.subject.type) {
    case 'task':
      if (event.type === 'task.commented') return [];
      if (event.type === 'task.deleted') return queriesOfDeleted(trpc);
      return [
        trpc.agents.overviews.pathKey(),
        trpc.agents.completions.pathKey(),
        trpc.agents.failures.pathKey(),
        // Only the API derives attempts from events.
        trpc.tasks.attemptPage.infiniteQueryKey({ taskId: event.subject.id }),
        // The texts of the panel are those that were read with the task.
        ...(event.changes?.description || event.changes?.result
          ? [trpc.tasks.get.queryKey({ taskId: event.subject.id })]
          : []),
        // Texts above 1 KiB are not in the event.
        ...(hasTextReference(event)
          ? [trpc.events.history.infiniteQueryKey({ taskId: event.subject.id })]
          : []),
        // The task counts of the projects.
        ...(event.type === 'task.created' || event.changes?.projectId || event.changes?.archivedAt
          ? [trpc.projects.page.pathKey()]
          : []),
        ...(event.changes?.archivedAt ? [trpc.tasks.archived.pathKey()] : []),
        // The store has those that have changed since the lists were read, but not all that are new in them.
        ...relinkedBy(event).map((taskId) => trpc.tasks.dependencies.queryKey({ taskId })),
        ...parentsIn(event).map((taskId) => trpc.tasks.hierarchy.queryKey({ taskId })),
      ];
    case 'agent':
      return [trpc.agents.pathKey()];
    case 'project':
      return [trpc.projects.pathKey()];
    case 'team':
      return [trpc.teams.pathKey()];
    case 'api_key':
      return [trpc.apiKeys.pathKey()];
    case 'member':
      return [trpc.members.pathKey()];
    case 'invitation':
      return [trpc.invitations.pathKey()];
    case 'webhook':
      return [trpc.webhooks.pathKey(), endpointEvents(trpc, event.teamId, event.subject.id).queryKey];
  }
}

/** The event does not tell what the task was: which agents, boards and other tasks had it. Its panel reads it no more. */
const queriesOfDeleted = (trpc: TRPCOptionsProxy<AppRouter>): QueryKey[] => [
  trpc.tasks.archived.pathKey(),
  trpc.tasks.dependencies.pathKey(),
  trpc.tasks.hierarchy.pathKey(),
  trpc.board.counts.pathKey(),
  trpc.projects.page.pathKey(),
  trpc.agents.overviews.pathKey(),
  trpc.agents.failures.pathKey(),
];

/** The tasks whose lists of dependencies an event has changed. */
function relinkedBy({ type, subject, snapshot, changes }: Event): string[] {
  const after = (snapshot.blockedBy as string[] | undefined) ?? [];
  if (type === 'task.created') return after;
  if (!changes?.blockedBy) return [];
  const before = changes.blockedBy.before as string[];
  const differing = [...before, ...after].filter((id) => before.includes(id) !== after.includes(id));
  return [subject.id, ...differing];
}

/** The parents that list the task, before or after an event, and the task itself where its parent is another one. */
function parentsIn({ subject, snapshot, changes }: Event): string[] {
  const parent = changes?.parentId;
  return [snapshot.parentId, parent?.before, parent && subject.id].filter(isText);
}

/**
 * The names of the people, where an event shows that they have changed: of who joins and leaves the team, only admins get
 * events. `known`: the names that were read.
 */
export function namesTouchedBy(
  trpc: TRPCOptionsProxy<AppRouter>,
  { snapshot, changes, actor, teamId }: Event,
  known: readonly { id: string }[] | undefined,
): QueryKey[] {
  const assignee = snapshot.assignedMemberId;
  const isNew = isText(assignee) && known?.every(({ id }) => id !== assignee);
  // The service takes the tasks from a person who has left the team.
  const hasLeft = actor.kind === 'system' && isText(changes?.assignedMemberId?.before);
  return isNew || hasLeft ? [trpc.members.names.queryKey({ teamId })] : [];
}

const isText = (value: unknown): value is string => typeof value === 'string';
