import { CreateComment, CreateTask } from '@crewboard/contracts';
import { validateField } from '../../lib/validate-field.ts';

// Why the API would reject a text; null when it is valid.

export const checkTitle = (title: string): string | null =>
  validateField('The title', CreateTask.shape.title, title.trim());

export const checkDescription = (description: string): string | null =>
  validateField('The description', CreateTask.shape.description, description);

export const checkComment = (body: string): string | null =>
  validateField('The comment', CreateComment.shape.body, body);
