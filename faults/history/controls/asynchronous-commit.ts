import type { Control } from './control.ts';

/** PostgreSQL confirms commits before they are written, so that a crash loses some of them. */
export const asynchronousCommit: Control = {
  name: 'synchronous_commit=off',
  rule: 'no acknowledged write lost',
  seconds: 20,
  faults: ['database'],
  async prepare(owner) {
    await owner.query(`
      do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
  },
};
