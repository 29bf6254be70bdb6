import type { Crewboard } from '@crewboard/sdk';
import { expect, it } from 'vitest';
import { nameAssignees } from '../src/name-assignees.ts';

/** A service with endless lists of members and agents, which counts what is read of them. */
function endlessService() {
  const read = { members: 0, agents: 0 };
  const listOf = (area: 'members' | 'agents') => ({
    async *listAll() {
      for (;;) {
        const id = `${area} ${read[area]}`;
        read[area] += 1;
        yield { id, name: `Name of ${id}` };
      }
    },
  });
  const client = { members: listOf('members'), agents: listOf('agents') } as unknown as Crewboard;
  return { client, read };
}

it('reads at most 1,000 members and agents for the names of assignees who are not among them', async () => {
  const { client, read } = endlessService();
  const rows = [
    { id: 't1', assignedMemberId: 'left', assignedAgentId: null },
    { id: 't2', assignedMemberId: 'members 3', assignedAgentId: null },
    { id: 't3', assignedMemberId: null, assignedAgentId: 'unknown' },
  ];
  expect(await nameAssignees(client, rows)).toEqual([
    rows[0],
    { ...rows[1], assignedMemberId: { id: 'members 3', name: 'Name of members 3' } },
    rows[2],
  ]);
  expect(read).toEqual({ members: 1_000, agents: 1_000 });
});

it('stops reading once all names are found', async () => {
  const { client, read } = endlessService();
  await nameAssignees(client, [{ id: 't1', assignedMemberId: 'members 2', assignedAgentId: null }]);
  expect(read).toEqual({ members: 3, agents: 0 });
});
