import dynamic from 'next/dynamic';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const loadPanel = async () => (await import('#features/task-panel/task-panel.tsx')).TaskPanel;

/** The panel of a task beside the board, the archive or the attention page: lazily loaded, except on a task's page. */
export const TaskPanel = lazyPart(loadPanel, {
  // The import is written again inside of `dynamic(…)`, because Next reads from there what to preload.
  inFirstResponse: dynamic(async () => (await import('#features/task-panel/task-panel.tsx')).TaskPanel),
});
