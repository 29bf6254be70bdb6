import { expect, it } from 'vitest';
import { commentCountOf, noteComment, noteCommentCounts } from './comment-counts.ts';
import { taskEvent } from './testing/sample-task.ts';

const commented = (number: number) =>
  taskEvent({ type: 'task.commented', changes: { comment: { before: null, after: { id: 'c', number } } } });

it('is the greatest count that a column or the event of a comment has told', () => {
  expect(commentCountOf('x')).toBe(0);
  noteCommentCounts({ commentCounts: { x: 2, other: 5 } });
  expect(commentCountOf('x')).toBe(2);
  noteComment(commented(3));
  expect(commentCountOf('x')).toBe(3);
  // What was read or sent before.
  noteCommentCounts({ commentCounts: { x: 2 } });
  noteComment(commented(1));
  noteComment(taskEvent());
  expect(commentCountOf('x')).toBe(3);
  expect(commentCountOf('other')).toBe(5);
});
