import type { AppRouter } from '@crewboard/api/router';
import type { Event } from '@crewboard/contracts';
import type { QueryKey } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { endpointEvents } from '#domain/webhooks/endpoint-events.ts';
import { hasTextReference } from './event-change.ts';

/** The queries to refetch after an event, because it lacks their new data. Other data come from the event itself. */
export function queriesTouchedBy(trpc: TRPCOptionsProxy<AppRouter>, event: Event): QueryKey[] {
  switch (event.subject.type) {
    case 'task':
      return queriesOfTask(trpc, event);
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

function queriesOfTask(trpc: TRPCOptionsProxy<AppRouter>, event: Event): QueryKey[] {
  const { type, subject, changes } = event;
  const taskId = subject.id;
  // `addToHistory` shows the comment, and the store counts it.
  if (type === 'task.commented') return [];
  if (type === 'task.deleted') return queriesOfDeleted(trpc);
  const changesTexts = changes?.description || changes?.result;
  const changesProjectCounts = type === 'task.created' || changes?.projectId || changes?.archivedAt;
  return [
    trpc.agents.overviews.pathKey(),
    trpc.agents.completions.pathKey(),
    trpc.agents.failures.pathKey(),
    // Only the API derives attempts from events.
    trpc.tasks.attemptPage.infiniteQueryKey({ taskId }),
    // The store has no texts: the panel reads them with the task.
    ...(changesTexts ? [trpc.tasks.get.queryKey({ taskId })] : []),
    // Texts above 1 KiB are not in the event.
    ...(hasTextReference(event) ? [trpc.events.history.infiniteQueryKey({ taskId })] : []),
    ...(changesProjectCounts ? [trpc.projects.page.pathKey()] : []),
    ...(changes?.archivedAt ? [trpc.tasks.archived.pathKey()] : []),
    // The store knows how listed tasks have changed, but may not know the tasks that are new in a list.
    ...relinkedBy(event).map((id) => trpc.tasks.dependencies.queryKey({ taskId: id })),
    ...parentsIn(event).map((id) => trpc.tasks.hierarchy.queryKey({ taskId: id })),
  ];
}

/** The event does not contain the deleted task, so the lists that may have had it are read again. */
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

/** The tasks whose hierarchy has changed: the parents before and after, and the task if it got another parent. */
function parentsIn({ subject, snapshot, changes }: Event): string[] {
  const parent = changes?.parentId;
  return [snapshot.parentId, parent?.before, parent && subject.id].filter(isString);
}

/**
 * The query of the people's names, if an event of a task shows that somebody has joined or left the team: only admins
 * get the events of members. `known`: the names that were read.
 */
export function namesTouchedBy(
  trpc: TRPCOptionsProxy<AppRouter>,
  { snapshot, changes, actor, teamId }: Event,
  known: readonly { id: string }[] | undefined,
): QueryKey[] {
  const assignee = snapshot.assignedMemberId;
  const isNew = isString(assignee) && known?.every(({ id }) => id !== assignee);
  // The service unassigns the tasks of people who have left the team.
  const hasLeft = actor.kind === 'system' && isString(changes?.assignedMemberId?.before);
  return isNew || hasLeft ? [trpc.members.names.queryKey({ teamId })] : [];
}

const isString = (value: unknown): value is string => typeof value === 'string';
