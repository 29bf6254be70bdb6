import {
  type Event,
  type Field,
  type Fields,
  type Link,
  type TaskPriority,
  type TaskStatus,
  taskFields,
} from '@crewboard/contracts';
import { priorityNames, statusNames } from '#domain/board/statuses.ts';
import { actorName } from '#domain/events/event-actor.ts';
import { releaseReason } from '#domain/events/release-reason.ts';
import { type AssigneeNames, agentName, assigneeIn, assigneeName } from '#domain/team/assignee-names.ts';
import { calendarDay, exactTime } from '#lib/format/relative-time.ts';
import { isolate } from '#lib/text/isolate.ts';

/** The current names by id. */
export interface Names {
  assignees: AssigneeNames;
  projects: ReadonlyMap<string, { name: string }>;
  /** The title of a task; undefined if the page does not know the task. */
  titleOf: (taskId: string) => string | undefined;
}

/** The subject of the sentence about an event: the actor, or the lease or the task that changed by itself. */
export function sentenceStart(event: Event, names: Names): string {
  switch (event.type) {
    case 'task.lease_expired':
      return `The lease of ${agentName(event.changes?.assignedAgentId?.before, names.assignees)}`;
    case 'task.blocked':
    case 'task.unblocked':
    case 'task.stale':
      return 'The task';
    default:
      return isolate(actorName(event));
  }
}

const staleLabels: Record<string, string> = {
  queued: 'is stale: it has been in the queue for too long',
  assigned: 'is stale: its agent has not started it',
  working: 'is stale: its agent has given no sign for too long',
};

const staleLabel = ({ changes }: Event): string => staleLabels[String(changes?.reason?.after)] ?? 'is stale';

/** The rest of the sentence about an event: "moved it from To do to Done and assigned it to Ada". */
export function eventLabel(event: Event, names: Names): string {
  const from = (field: string) => event.changes?.[field]?.before;
  switch (event.type) {
    case 'task.created':
      return 'created the task';
    case 'task.claimed':
      return 'claimed it';
    case 'task.completed':
      return from('status') === 'todo' ? 'claimed and completed it' : 'completed it';
    case 'task.commented':
      return 'commented';
    case 'task.archived':
      return withReason('archived it', event);
    case 'task.restored':
      return withReason('restored it', event);
    case 'task.deleted':
      return 'deleted it';
    case 'task.blocked':
      return 'is blocked: not all that it waits for is done';
    case 'task.unblocked':
      return 'is no longer blocked';
    case 'task.stale':
      return staleLabel(event);
    case 'task.failed':
      return withReason(
        event.changes?.needsAttention ? 'failed it, and it needs attention' : 'failed it',
        event,
      );
    case 'task.released':
      return releaseLabel(event, names);
    case 'task.lease_expired':
      return event.changes?.needsAttention ? 'ended, and the task needs attention' : 'ended';
    default:
      return listFormat.format(changeLabels(event, names)) || 'changed it';
  }
}

/** Joins "a, b and c". */
const listFormat = new Intl.ListFormat('en-GB');

const withReason = (label: string, event: Event): string => {
  const reason = releaseReason(event);
  return reason ? `${label}: ${isolate(reason)}` : label;
};

/** "released it", "released it from Ada: the machine is being replaced", "released it for new attempts". */
function releaseLabel(event: Event, names: Names): string {
  const { changes, actor } = event;
  const holderId = changes?.assignedAgentId?.before;
  const isOther = typeof holderId === 'string' && holderId !== actor.id;
  // No agent held it: the release cleared `needsAttention`, which had prevented further attempts.
  const label = changes?.needsAttention && !holderId ? 'released it for new attempts' : 'released it';
  return withReason(isOther ? `${label} from ${agentName(holderId, names.assignees)}` : label, event);
}

/** The description before and after, which is too long for a sentence; undefined if the event did not change it. */
export function descriptionChange({ changes }: Event): { before: string; after: string } | undefined {
  const change = changes?.description;
  return change && { before: textOf(change.before), after: textOf(change.after) };
}

function changeLabels(event: Event, names: Names): string[] {
  return Object.entries(event.changes ?? {}).flatMap(([field, change]) => {
    const label = fieldLabel(field, change, names, event);
    return label ? [label] : [];
  });
}

function fieldLabel(
  field: string,
  { before, after }: { before: unknown; after: unknown },
  names: Names,
  event: Event,
): string | null {
  switch (field) {
    case 'status':
      return `moved it from ${statusNames[before as TaskStatus]} to ${statusNames[after as TaskStatus]}`;
    case 'assignedAgentId':
      return assigneeLabel(event, names);
    case 'assignedMemberId':
      // If the agent changed as well, its label says both.
      return event.changes?.assignedAgentId ? null : assigneeLabel(event, names);
    case 'projectId':
      return `moved it to the project ${isolate(names.projects.get(String(after))?.name ?? 'another one')}`;
    case 'title':
      return `renamed it from “${isolate(String(before))}” to “${isolate(String(after))}”`;
    case 'description':
      return after === null ? 'removed the description' : 'wrote the description';
    case 'parentId':
      return parentLabel(before, after, names);
    case 'links':
      return linksLabel(before, after);
    case 'blockedBy':
      return dependenciesLabel(before as string[], after as string[], names);
    default:
      return writtenLabel(field, before, after);
  }
}

/**
 * "made it a sub-task of “Plan”", "made it a sub-task of “Plan” instead of “Draft”", "removed it from the sub-tasks of
 * “Plan”".
 */
function parentLabel(before: unknown, after: unknown, { titleOf }: Names): string {
  const [from, to] = [before, after].map((id) => {
    const title = id === null ? undefined : titleOf(String(id));
    return title === undefined ? 'another task' : `“${isolate(title)}”`;
  });
  if (after === null) return `removed it from the sub-tasks of ${from}`;
  return before === null ? `made it a sub-task of ${to}` : `made it a sub-task of ${to} instead of ${from}`;
}

/** "added the link example.com/page", "removed the link Repository", "changed the links". */
function linksLabel(before: unknown, after: unknown): string {
  const [from, to] = [before, after].map((links) => (links as Link[]).map(({ url, title }) => title ?? url));
  const added = to?.filter((name) => !from?.includes(name)) ?? [];
  const removed = from?.filter((name) => !to?.includes(name)) ?? [];
  const [only, ...others] = [...added, ...removed];
  if (only === undefined || others.length > 0) return 'changed the links';
  return `${added.length > 0 ? 'added' : 'removed'} the link ${isolate(only)}`;
}

/** "made it wait for “Plan”", "removed 2 dependencies", "changed what it waits for". */
function dependenciesLabel(before: string[], after: string[], { titleOf }: Names): string {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  if (added.length > 0 && removed.length > 0) return 'changed what it waits for';
  const [id = '', ...others] = [...added, ...removed];
  const title = titleOf(id);
  const other = title === undefined ? 'another task' : `“${isolate(title)}”`;
  const count = 1 + others.length;
  if (added.length > 0) return `made it wait for ${count === 1 ? other : `${count} more tasks`}`;
  return count === 1 ? `removed the dependency on ${other}` : `removed ${count} dependencies`;
}

/**
 * "assigned it to Ada", "handed it from Ada to Grace"; if the actor is the new assignee, "took it" or "took it over
 * from Ada"; if nobody is, "took it from Ada". An assignee is an agent or a person.
 */
function assigneeLabel({ changes, actor }: Event, { assignees }: Names): string {
  const [from, to] = (['before', 'after'] as const).map((side) =>
    assigneeName(assigneeIn(changes, side), assignees),
  );
  const isAssignedToActor = actor.kind === 'member' && changes?.assignedMemberId?.after === actor.id;
  if (!to) return `took it from ${from}`;
  if (isAssignedToActor) return from ? `took it over from ${from}` : 'took it';
  return changes?.status || !from ? `assigned it to ${to}` : `handed it from ${from} to ${to}`;
}

/** "changed the priority from low to high". Null for a field that callers do not write. */
function writtenLabel(name: string, before: unknown, after: unknown): string | null {
  const field: Field | undefined = (taskFields as Fields)[name];
  if (!field?.writtenBy) return null;
  if (after === null) return `removed the ${field.label}`;
  const value = valueIn(field, after);
  return before === null
    ? `set the ${field.label} to ${value}`
    : `changed the ${field.label} from ${valueIn(field, before)} to ${value}`;
}

function valueIn({ kind }: Field, value: unknown): string {
  const text = String(value);
  if (kind === 'date') return calendarDay(text);
  if (kind === 'time') return exactTime(new Date(text));
  if (kind === 'externalId') return isolate(text);
  return kind === 'taskPriority' ? (priorityNames[text as TaskPriority]?.toLowerCase() ?? text) : text;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const TRANSPORTS: Record<Event['actor']['kind'], string> = {
  agent: 'agent, over the API',
  key: 'API key, over the API',
  member: 'in the dashboard',
  system: 'by the service itself',
};

/** The transport over which the actor called. */
export const transportOf = (event: Event): string => TRANSPORTS[event.actor.kind];
