import { expect, it } from 'vitest';
import { describeError } from './problem.mjs';

it('says what to do about a full disk, whose system error names no file', () => {
  const error = new Error('ENOSPC: no space left on device, write');
  expect(describeError(Object.assign(error, { code: 'ENOSPC', syscall: 'write' }))).toBe(
    'ENOSPC: no space left on device, write.\nThe disk is full. Free space on the disk of DATA_DIR, then start again.',
  );
});
