import { type BoardChoice, writeBoardChoice } from './board-filter.ts';

export const boardPath = (teamId: string, choice: BoardChoice = {}): string =>
  `/t/${teamId}/board${writeBoardChoice(choice)}`;

/** A task beside the board; the choice of filters stays in the URL. */
export const taskPath = (teamId: string, taskId: string, choice: BoardChoice = {}): string =>
  `/t/${teamId}/board/tasks/${taskId}${writeBoardChoice(choice)}`;

/** The task that the path of a page names. */
export function taskIdIn(pathname: string): string | null {
  return /\/board\/tasks\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}
