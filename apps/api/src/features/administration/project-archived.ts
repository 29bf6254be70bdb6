import { AppError } from '../../errors.ts';

/** For a change of a project that is archived. */
export const projectArchived = () =>
  new AppError('TASK_ARCHIVED', 'The project is archived. Restore it first.');
