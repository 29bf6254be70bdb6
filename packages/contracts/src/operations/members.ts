import { z } from 'zod';
import {
  ListMembers,
  Member,
  MemberPage,
  PageMembers,
  Person,
  RemovedMember,
  RemoveMember,
  SetMemberRole,
} from '../resources/member.ts';
import { TeamTarget } from '../resources/team.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const members = defineOperations('members', {
  list: query('listMembers', {
    access: 'read',
    input: ListMembers,
    output: z.array(Person),
    paging: 'always',
    rest: {
      route: 'GET /api/teams/{teamId}/members',
      summary: 'List members',
      description: 'The people of the team, by name. A task is assigned to one of them by the `id`.',
    },
  }),
  /** For the dashboard, which needs the names of all members: at most 10,000. */
  names: query('listMemberNames', {
    access: 'read',
    input: TeamTarget,
    output: z.array(Person),
  }),
  page: query('pageMembers', {
    access: 'admin',
    input: PageMembers,
    output: MemberPage,
    paging: 'always',
  }),
  setRole: mutation('setMemberRole', {
    access: 'admin',
    input: SetMemberRole,
    output: Member,
    errors: ['LAST_OWNER'],
  }),
  remove: mutation('removeMember', {
    access: 'admin',
    input: RemoveMember,
    output: RemovedMember,
    errors: ['LAST_OWNER'],
  }),
  leave: mutation('leaveTeam', {
    access: 'member',
    input: TeamTarget,
    output: RemovedMember,
    errors: ['LAST_OWNER'],
  }),
});
