import { deliveryRetentionDays, type ErrorCode, type RestOperationId } from '@crewboard/contracts';
import { exitCodes } from '../src/exit-codes.ts';
import { defaultValues } from './command-behavior.ts';

type CommandTexts = {
  /** Replaces the description of the operation. */
  description?: string;
  /** Replace the descriptions of fields. */
  fields?: Readonly<Record<string, string>>;
  /** Arguments and flags of the examples. Without any, the help makes one of the arguments and required flags. */
  examples?: readonly string[];
};

const projectFilter = 'Tasks of this project only (default: the default project; all: every project).';

const eventTypes = "Separated by commas, or '*' alone for all";

/**
 * Texts for the help that replace those of the contracts, which are about requests, headers and JSON. In descriptions,
 * `printCommands` turns fields in backticks into flags: `leaseSeconds` becomes --lease-seconds.
 */
export const commandTexts: Partial<Record<RestOperationId, CommandTexts>> = {
  'tasks.list': {
    description:
      'Newest first. A task that exists throughout is listed exactly once, even if it changes meanwhile. With --ids and --wait the ' +
      'command ends when these tasks have ended, or after that time.',
    fields: {
      projectId: projectFilter,
      ids: 'The tasks with these ids, in their order, archived or not; without other filters, and whatever --limit says.',
      waitFor:
        'With --ids and --wait: until all (the default) or any of them have ended. A task has ended when it is done, cancelled or ' +
        'archived, or when a person has to act for another reason than a pause; for all, also while a person has to act on a task that it waits for. ' +
        'To wait for the rest, name the ids that have not ended.',
    },
    examples: [
      '--status todo',
      '--project-id PROJECT_ID --all --fields id,title',
      '--ids TASK_ID,OTHER_ID --wait-for all --wait 30 --fields id,status,result',
    ],
  },
  'tasks.create': {
    fields: { projectId: 'The default project when absent.' },
    examples: [
      '--title "Say hello" --project-id PROJECT_ID',
      '--title "Say hello" --project-id PROJECT_ID --description @task.md --priority high',
    ],
  },
  'tasks.createMany': { examples: ['--tasks @plan.json --fields id,title'] },
  'tasks.update': {
    examples: [
      'TASK_ID --title "Say goodbye" --priority low',
      'TASK_ID --assigned-agent-id AGENT_ID',
      `TASK_ID --json-input '{"assignedAgentId":null}'`,
    ],
  },
  'tasks.claim': {
    description:
      'If several agents claim the task at once, exactly one succeeds; the others get a conflict and take another task. ' +
      'The claim ends after its lease. Each command of yours that names the task extends it.',
    examples: ['TASK_ID', 'TASK_ID --lease-seconds 300'],
  },
  'tasks.claimNext': {
    description:
      'Claims the first task that the calling agent can claim: by priority, then tasks assigned to it, then the oldest. ' +
      'When there is none after `wait` seconds, says so on standard error, with exit code ' +
      `${exitCodes.nothingToClaim}. The claim ends after its ` +
      'lease; each command of yours that names the task extends it. With `complete`, it finishes a task first; the ' +
      'completion stands even when there is no next task.',
    fields: {
      projectId: projectFilter,
      complete: 'Completes this task first. If that is rejected, nothing is claimed.',
    },
    examples: [
      '--wait 30 --json',
      '--lease-seconds 300',
      `--complete '{"taskId":"TASK_ID","attempt":1,"result":"Hello!"}'`,
    ],
  },
  'tasks.heartbeat': {
    description:
      'The lease then ends as long from now as the claim said. For the holder; a claim without a lease stays as it is.',
    examples: ['TASK_ID --attempt 1'],
  },
  'tasks.fail': {
    description:
      'For the holder that cannot do the task. It goes back to `todo`, unassigned, and is offered again after some time; with as many ' +
      'failures in a row as the project allows, a person or a team API key must release it first.',
    examples: [
      'TASK_ID --reason "The repository is missing"',
      'TASK_ID --reason "Busy" --retry-after-seconds 600',
    ],
  },
  'tasks.release': { examples: ['TASK_ID --reason "The repository is missing"'] },
  'tasks.complete': {
    description:
      'Sets the status to `done` and stores the result. For the holder, or for an agent that could have claimed the task. ' +
      'The same completion again succeeds and changes nothing.',
    examples: [
      'TASK_ID --result "Hello!"',
      'TASK_ID --attempt 1 --result @report.md',
      'TASK_ID --result - < report.md',
    ],
  },
  'tasks.move': { examples: ['TASK_ID --status done'] },
  'agents.create': {
    description: 'Prints the agent and its `token`, which is never shown again.',
    examples: ['--name Ada', '--name Ada --description "Writes tests" --json'],
  },
  'agents.update': { examples: ['AGENT_ID --name Ada', 'AGENT_ID --status inactive'] },
  'agents.rotateToken': {
    description:
      'The old token ends at once, unless `graceSeconds` lets both be valid for a while. Prints the agent and its new ' +
      '`token`, which is never shown again.',
    examples: ['AGENT_ID --grace-seconds 3600'],
  },
  'projects.create': { examples: ['--name Website', '--name Website --max-attempts 3'] },
  'projects.update': { examples: ['PROJECT_ID --name Website --description "The public pages"'] },
  'teams.me': { description: 'The kind, the team, and the agent or key behind the token.' },
  'comments.list': { description: 'The oldest first.' },
  'comments.create': { examples: ['TASK_ID --body "Half of it is done."', 'TASK_ID --body - < comment.md'] },
  'events.list': {
    description:
      'Every change of the team, the oldest first. Agents read events of tasks and agents, team API keys those of ' +
      'projects and webhooks as well. `crewboard watch` follows them.',
    examples: ['--type task.completed --limit 10', '--task-id TASK_ID --all'],
  },
  'webhooks.create': {
    description:
      'Every event of its types that is committed from now on is sent to the URL, signed with the `secret` that this ' +
      'prints (Standard Webhooks), at least once. Only owners and admins can subscribe to events of members and API ' +
      'keys, in the dashboard.',
    fields: { eventTypes: `${eventTypes}; task.completed when absent.` },
    examples: [
      '--url https://example.com/hooks/crewboard --event-types task.completed,task.released',
      `--url https://example.com/hooks/crewboard --event-types '*'`,
    ],
  },
  'webhooks.update': {
    description:
      'While it is disabled nothing is sent and events create no deliveries; pending ones wait until it is enabled again. ' +
      '`crewboard webhooks recover` sends what happened meanwhile.',
    fields: { eventTypes: `${eventTypes}.` },
    examples: ['WEBHOOK_ID --enabled true', `WEBHOOK_ID --event-types '*'`],
  },
  'webhooks.recover': {
    fields: { since: `Events from this time on, at most ${deliveryRetentionDays} days ago.` },
    examples: ['WEBHOOK_ID --since 2026-11-21T09:30:00Z'],
  },
  'webhooks.deliveries': { examples: ['WEBHOOK_ID --status failed'] },
};

/** Descriptions of fields for commands whose `commandTexts` has none. */
export const fieldTexts: Readonly<Record<string, string>> = {
  cursor: 'Begin after a page: its last line on standard error has this.',
  type: 'Events of this type only, such as task.completed.',
  leaseSeconds:
    'The claim ends after so many seconds without a heartbeat, and the task returns to `todo`: ' +
    `${defaultValues.leaseSeconds}, 2 hours, when absent. ` +
    'With none, it holds until complete, release or move.',
  attempt: `That of your claim. If the claim is over, nothing changes, and the exit code is ${exitCodes.conflict} (STALE_CLAIM).`,
};

/** Remedies that replace those of the error catalog, which name headers and routes. */
export const remedyTexts: Partial<Record<ErrorCode, string>> = {
  INVALID_CURSOR: 'Pass the --cursor that the page before named, on standard error, or none.',
  UNAUTHENTICATED:
    'Run `crewboard login` with a valid token, or set CREWBOARD_TOKEN. An agent whose token was rotated or that was deactivated stops and asks its operator for a new token.',
  TEAM_API_KEY_REQUIRED: 'Run it with a team API key (`cb_team_…`). An agent never needs it for its work.',
  AGENT_TOKEN_REQUIRED: 'Run it with the token of an agent (`cb_agent_…`), or use `crewboard tasks move`.',
  FORBIDDEN: 'Leave out what the message names, or ask an owner or admin.',
  NOT_FOUND: 'Check the id. What belongs to another team is not found either.',
  TASK_ALREADY_CLAIMED:
    'Complete it if you hold it. Otherwise take another task. Archive it once it is no longer in progress.',
  STALE_CLAIM:
    'Nothing of this command was stored. If you completed the task before, that result stays. Otherwise stop working on it, since another agent may have it: claim again and pass the --attempt of that claim.',
  WEBHOOK_DISABLED: 'Enable it first: `crewboard webhooks update WEBHOOK_ID --enabled true`.',
  LIMIT_REACHED:
    'Reuse an existing one: `crewboard agents update` with another --name and --status active, then `crewboard agents rotate-token`; or `crewboard projects update` with another --name. Of dependencies: put one task between, which waits for the task that so many wait for, and let the others wait for it.',
  RATE_LIMITED: 'Nothing was done. Wait a moment and try again.',
  UNAVAILABLE: 'Try again in a moment. Read the task first, to see whether your change was made.',
};
