import { AppError } from '../../errors.ts';

/** For a change of an archived project: with the code of its tasks, whose remedy in the catalog is the same. */
export const projectArchived = () =>
  new AppError('TASK_ARCHIVED', 'The project is archived. Restore it first.');
