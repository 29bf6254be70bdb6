import { expect, it } from 'vitest';
import type { VerbContext } from '../../verb-context.ts';
import { createTasks } from './create-tasks.ts';

it('a plan that cannot be charged does not count as being created', async () => {
  const chargeItems = () => {
    throw new Error('not charged');
  };
  const ctx = { actor: { teamId: 'team' }, batches: {}, chargeItems } as unknown as VerbContext;
  const input = { teamId: 'team', tasks: [{ projectId: 'project', title: 'T' }] };
  for (let attempt = 1; attempt <= 2; attempt += 1)
    await expect(createTasks({ ctx, input }), `attempt ${attempt}`).rejects.toThrow('not charged');
});
