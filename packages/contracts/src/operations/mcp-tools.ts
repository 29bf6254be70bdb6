import { shortNames } from '../fields/fields.ts';
import { peopleOnlyTaskFields, taskFields } from '../fields/task-fields.ts';
import type { RestOperationId } from './operation-ids.ts';

/** An operation as a tool over MCP (docs/mcp.md). Its name is the `operationId` in snake_case: claim_next_task. */
export type McpTool = {
  /** What the name and the input do not say. Short, because models read it in every session. */
  description: string;
  /** Descriptions of fields of the input whose name does not say enough. No other field has a description. */
  hints?: Readonly<Record<string, string>>;
  /** Values for fields that a call leaves out. In a call, null stands for no value. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Values that every call has and that the model cannot give. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Fields of the input that agents may not give: their tools do not have them. */
  notForAgents?: readonly string[];
  /** Long texts in the result are cut. Tools that only read have an input `textOffset` to read on. */
  hasLongTexts?: boolean;
  /**
   * The field by which the items of a list are grouped: a list that is too long keeps the first items of each group.
   */
  groupedBy?: string;
  /** Fields of the input that this tool does not have, because another tool of the operation has them. */
  omits?: readonly string[];
  /** More tools of the operation, by name. */
  others?: Readonly<Record<string, OtherTool>>;
  /** The fields of the output, or of each item of a list. `minimalFields` when absent, every field with `all`. */
  fields?: 'all' | readonly string[];
  /** The kinds of caller that see the tool; all that may call the operation when absent. */
  callers?: readonly ('agent' | 'key')[];
  /** Whether the tool overwrites or ends work of others. */
  isDestructive?: boolean;
  /** Whether repeating a call changes nothing more. */
  isIdempotent?: boolean;
};

/** A tool with only some fields of the input. It requires those that are not in `optional`. */
type OtherTool = Omit<McpTool, 'omits' | 'others' | 'notForAgents'> & {
  inputs: readonly string[];
  optional: readonly string[];
};

/** Why an operation has no tool. */
type Omitted = { omitted: string };

const managed = { omitted: 'Credentials and webhooks are set up by people and programs, over REST.' };
const isInList = { omitted: 'The list tool returns the same fields.' };

const attempt = 'attempt of your claim';
const pauseHints = { mode: 'release: running claims end too, after graceSeconds' };
/** In seconds: long, because models forget heartbeats. A model that has died still holds its task for this time. */
const lease = { leaseSeconds: 7_200 };
/** The fields that a worker needs of its task. */
const claimedFields = [...shortNames(taskFields, 'claimedByTool'), 'instructions', 'context', 'blockers'];
const withContext = { include: 'instructions,context,blockers' };

/** The tool of each operation that has a REST route, or why it has none. Other operations belong to the dashboard. */
export const mcpTools = {
  'teams.me': {
    description: 'Who you are: team, agent or key.',
    hasLongTexts: true,
    fields: ['kind', 'team', 'agent', 'key'],
  },
  'tasks.claimNext': {
    description:
      'Complete your finished task and claim the next one: one call per task. Only you hold it, for its lease. task null: none came in time; call again, or stop if asked to empty the queue. Safe to repeat: a completion counts once.',
    hints: {
      leaseSeconds: 'Seconds from your last call with its taskId until the claim ends. null: never',
      wait: 'Seconds to wait for a task',
      complete: 'The finished task. Stored unless this call fails; in that case nothing is claimed',
      attempt,
      result: 'What the task asks for, or what you did',
    },
    defaults: lease,
    fixed: withContext,
    hasLongTexts: true,
    fields: claimedFields,
  },
  'tasks.claim': {
    description: 'Claim one task by id. One agent succeeds. Send its attempt with every later call.',
    defaults: lease,
    fixed: withContext,
    hasLongTexts: true,
    fields: claimedFields,
    isIdempotent: true,
  },
  'tasks.complete': {
    description: 'Store the result and finish a task, without another.',
    hints: { attempt, result: 'What the task asks for, or what you did' },
    isIdempotent: true,
  },
  'tasks.heartbeat': {
    description: 'Extend the lease of your claim, as every call with its taskId does.',
    isIdempotent: true,
  },
  'tasks.fail': {
    description: 'You cannot do your task: say why. It is offered again later.',
    isIdempotent: true,
  },
  'tasks.release': {
    description: 'Give a task back undone, for others, with the reason.',
    isIdempotent: true,
  },
  'tasks.get': {
    description: 'A task with all fields.',
    fixed: withContext,
    hasLongTexts: true,
    fields: 'all',
  },
  'tasks.list': {
    description: 'Tasks, newest first. What you hold: status in_progress and your agentId.',
    hints: { agentId: 'Assigned agent; yours is in get_me' },
    fields: shortNames(taskFields, 'listedByTool'),
    omits: ['ids', 'waitFor', 'wait', 'include'],
    others: {
      wait_for_tasks: {
        description:
          'Wait 25 s until all or any of up to 100 tasks are done, cancelled or a person has to act: then isWaitOver is true, else call again. With results.',
        inputs: ['ids', 'waitFor', 'cursor'],
        optional: ['waitFor', 'cursor'],
        fixed: { wait: 25, include: 'next' },
        fields: ['id', 'title', 'status', 'result', 'next'],
      },
    },
  },
  'tasks.create': {
    description: 'Create a task, in todo.',
    hints: {
      assignedAgentId: 'Only this agent can claim it',
    },
  },
  'tasks.createMany': {
    description:
      'Create up to 500 tasks, each as in create_task. One with a ref is "ref:<ref>" in blockedBy and parentId of others.',
  },
  'tasks.update': {
    description: 'Change fields of a task.',
    notForAgents: peopleOnlyTaskFields,
    isDestructive: true,
    isIdempotent: true,
  },
  'tasks.move': {
    description: 'Set the status, e.g. cancelled. To finish use complete_task.',
    isDestructive: true,
    isIdempotent: true,
  },
  'tasks.archive': { description: 'Archive a task.', isIdempotent: true },
  'tasks.restore': { description: 'Take a task back from the archive.', isIdempotent: true },
  'comments.create': {
    description: 'Comment on a task: questions, progress.',
    hints: { body: 'Markdown' },
  },
  'comments.list': { description: 'Comments, oldest first.', hasLongTexts: true },
  'projects.list': { description: 'Projects of the team.' },
  'events.list': {
    description: 'Changes, oldest first, after the event id in cursor. Best with taskId.',
    hints: { taskId: 'Of this task only', type: 'E.g. task.completed', order: 'desc: newest first' },
  },
  'agents.list': { description: 'Agents of the team.' },
  'members.list': { description: 'People of the team, who can be assigned.', callers: ['key'] },
  'projects.create': { description: 'Create a project.' },
  'teams.pause': {
    description: 'Stop all agents from starting tasks.',
    hints: pauseHints,
    isIdempotent: true,
  },
  'teams.resume': { description: 'Let agents start tasks again.', isIdempotent: true },
  'projects.pause': {
    description: 'Stop agents from starting tasks of a project.',
    hints: pauseHints,
    isIdempotent: true,
  },
  'projects.resume': { description: 'End the pause of a project.', isIdempotent: true },
  'projects.archive': {
    description: 'Put a project away, with its tasks.',
    isDestructive: true,
    isIdempotent: true,
  },
  'projects.restore': { description: 'Take a project back from the archive.', isIdempotent: true },
  'agents.pause': {
    description: 'Stop an agent from starting tasks.',
    hints: pauseHints,
    isIdempotent: true,
  },
  'agents.resume': { description: 'End the pause of an agent.', isIdempotent: true },
  'attention.get': {
    description: 'What waits for a person: tasks by reason, and what else is stuck.',
    hasLongTexts: true,
    groupedBy: 'reason',
    callers: ['key'],
  },
  'teams.get': { omitted: 'get_me shows the team.' },
  'tasks.attempts': {
    description: 'Who claimed a task, and how each claim ended.',
    fields: ['attempt', 'agentId', 'startedAt', 'endedAt', 'outcome', 'reason'],
    callers: ['key'],
  },
  'comments.get': isInList,
  'projects.get': isInList,
  'agents.get': isInList,
  'events.listForTask': { omitted: 'list_events takes a taskId.' },
  'projects.update': { omitted: 'People name, describe and instruct projects, in the dashboard.' },
  'agents.create': managed,
  'agents.update': managed,
  'agents.rotateToken': managed,
  'webhooks.list': managed,
  'webhooks.create': managed,
  'webhooks.get': managed,
  'webhooks.update': managed,
  'webhooks.delete': managed,
  'webhooks.rotateSecret': managed,
  'webhooks.test': managed,
  'webhooks.recover': managed,
  'webhooks.deliveries': managed,
  'webhooks.delivery': managed,
  'webhooks.redeliver': managed,
} as const satisfies Record<RestOperationId, McpTool | Omitted>;
