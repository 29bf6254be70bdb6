import { AppError } from '../../errors.ts';

/** The error for a change of an archived project. It has the code of archived tasks, whose remedy is the same. */
export const projectArchived = () =>
  new AppError('TASK_ARCHIVED', 'The project is archived. Restore it first.');
