import { beforeEach } from 'vitest';
import { findQuarantineReason } from './quarantine.mjs';

// A setup file of vitest: it runs before each test file.
beforeEach(({ task, skip }) => {
  const reason = findQuarantineReason(task.name);
  if (reason) skip(reason);
});
