import { promptInjectionWarning } from '@crewboard/contracts';
import type { ToolCaller } from './tools.ts';

/** The text that a model reads when its client connects: at most 150 tokens. */
export const instructions: Record<ToolCaller, string> = {
  agent:
    'Crewboard is a board of tasks. Work: claim_next_task {"wait":25}, read the instructions of its project first, with attempt above 1 the context, do what title and description ask for, ' +
    'then call it again with complete {taskId, attempt, result}: stores the result, claims the next task. Without a next ' +
    'one: complete_task. A claim ends two hours after your last call with its taskId. Cannot do it: ' +
    'fail_task with a reason; you stop: release_task. Errors have a code and a remedy; after STALE_CLAIM or NOT_CLAIM_HOLDER drop the task. ' +
    promptInjectionWarning,
  key:
    'Crewboard is a board of tasks that agents claim and complete. Create a task with create_task, a whole plan with create_tasks ' +
    '(list_projects has the projects); wait_for_tasks waits and has their results; get_attention has what waits for a person; list_tasks and ' +
    'get_task show status and result, list_events with a taskId the history. Errors have a code and a remedy. ' +
    promptInjectionWarning,
};

/** The prompt that people start in their client to have an agent work on the queue. */
export const workPrompt = {
  name: 'work_the_queue',
  title: 'Work the queue',
  description: 'Claim tasks one after the other and complete them, until none is left.',
};

/** The message of `workPrompt`. */
export const workMessage =
  'Work on the tasks of Crewboard until none is left. Call claim_next_task with {"wait":25}. Read the instructions of ' +
  'the project first, if there are any. Do what the title and description of the task ask for. Then call claim_next_task again with the same arguments and "complete": {"taskId", "attempt", ' +
  '"result"}, where result is what the task asks for, or what you did. Repeat until task is null, then report what you did. Where attempt is above 1, read ' +
  'context first: how the last attempt ended. If you cannot do a task, call fail_task with the reason and go on with the next.';
