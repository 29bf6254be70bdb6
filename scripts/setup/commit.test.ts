import { expect, it } from 'vitest';
import { readGitCommit } from '../../packages/build-info/src/commit.mjs';
import { findCommit } from './commit.mjs';
import { projectRoot } from './project.mjs';

it('finds CREWBOARD_COMMIT before the commit that is checked out', () => {
  const checkedOut = readGitCommit(projectRoot);
  expect(findCommit({ CREWBOARD_COMMIT: '1a2b3c4d5e6f7890' })).toBe('1a2b3c4d5e6f');
  expect(findCommit({ CREWBOARD_COMMIT: '' })).toBe(checkedOut);
  expect(findCommit({})).toBe(checkedOut);
});
