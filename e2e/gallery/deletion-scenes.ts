import type { Scene } from './scene.ts';
import { button, inDialog, inOrder } from './steps.ts';

/** What cannot be undone: it needs a word, or the name. */
export const deletionScenes: Scene[] = [
  {
    name: 'project-delete',
    path: ({ team }) => `${team}/settings/projects`,
    act: button('Delete Old shop…'),
    narrowest: true,
  },
  {
    name: 'task-delete',
    path: ({ team, archivedTask }) => `${team}/archive/tasks/${archivedTask}`,
    act: inOrder(
      (page) => page.getByRole('complementary').getByRole('button', { name: 'Delete…' }).click(),
      inDialog('Delete for good'),
    ),
    narrowest: true,
  },
];
