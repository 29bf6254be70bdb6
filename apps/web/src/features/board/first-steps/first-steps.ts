import type { Activity } from '@crewboard/contracts';
import { boardStatuses, hasNoTasks } from '#domain/board/statuses.ts';
import type { BoardData } from '../use-board-data.ts';

export interface FirstStep {
  key: 'agent' | 'task' | 'watch' | 'invite';
  title: string;
  about: string;
  isDone: boolean;
}

/** The first steps of a new team. The data of the board and the recent activity show which steps are done. */
export function listFirstSteps(
  { agents, people, counts }: Pick<BoardData, 'agents' | 'people' | 'counts'>,
  activity: Activity | undefined,
): FirstStep[] {
  const sum = (name: 'claims' | 'completions') =>
    (activity?.minutes ?? []).reduce((total, minute) => total + minute[name], 0);
  // The activity covers only the last minutes: a step that was done before must stay done.
  const wasCompleted = agents.some(({ lastActiveAt }) => lastActiveAt) && Boolean(counts?.done.count);
  const isCompleted = sum('completions') > 0 || wasCompleted;
  const hasTasks = Boolean(counts && boardStatuses.some((status) => !hasNoTasks(counts[status])));
  const progress =
    sum('claims') > 0
      ? 'An agent has claimed a task and works on it.'
      : 'The agent claims the task, and its card moves to In progress and to Done by itself.';
  return [
    {
      key: 'agent',
      title: 'Create an agent',
      about: 'It gets a token, and a command that makes its first call.',
      isDone: agents.length > 0,
    },
    {
      key: 'task',
      title: 'Create a task',
      about:
        'Describe what is needed, and leave it to the next free agent. The first call of an agent creates one as well.',
      isDone: hasTasks || isCompleted,
    },
    {
      key: 'watch',
      title: 'Watch it work',
      about: isCompleted ? 'An agent has completed a task: its result is in the panel.' : progress,
      isDone: isCompleted,
    },
    {
      key: 'invite',
      title: 'Invite people',
      about: 'They join by a link, take tasks themselves and hand others to agents.',
      isDone: people.length > 1,
    },
  ];
}
