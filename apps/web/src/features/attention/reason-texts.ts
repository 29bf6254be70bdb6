import type { AttentionReason } from '@crewboard/contracts';

interface ReasonText {
  title: string;
  explanation: string;
}

/** The title of each group on the attention page, and why its tasks wait. Their buttons offer what helps. */
export const reasonTexts: Record<AttentionReason, ReasonText> = {
  attempts_exhausted: {
    title: 'Attempts exhausted',
    explanation:
      'As many attempts in a row have failed as the project allows: agents get the task again once it is released.',
  },
  stale: {
    title: 'Stale',
    explanation: 'Nothing has happened for longer than the project allows.',
  },
  blocker_cancelled: {
    title: 'Blocked by a cancelled task',
    explanation: 'The task waits for one that is cancelled or archived, on which nobody works.',
  },
  agent_cannot_work: {
    title: 'Agent cannot work',
    explanation: 'The task is assigned to an agent that is inactive or has no valid token.',
  },
  paused: {
    title: 'Paused',
    explanation: 'No agent starts the task while its team, project or agent is paused.',
  },
  in_progress_unassigned: {
    title: 'In progress without an assignee',
    explanation: 'The task was moved to In progress, and nobody is assigned.',
  },
};
