import { textBounds } from '@crewboard/contracts';
import { checkText } from '#lib/text/check-text.ts';

// Each returns why the API would reject the text; null if it is valid.

export const checkTitle = (title: string): string | null =>
  checkText('The title', textBounds.title, title.trim());

export const checkDescription = (description: string): string | null =>
  checkText('The description', textBounds.longText, description);

export const checkComment = (body: string): string | null =>
  checkText('The comment', textBounds.comment, body);
