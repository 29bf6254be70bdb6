import { z } from 'zod';
import {
  ListMembers,
  ListPeople,
  Member,
  MemberPage,
  Person,
  RemovedMember,
  RemoveMember,
  SetMemberRole,
} from '../member.ts';
import { TeamTarget } from '../team.ts';
import { defineOperations } from './define-operations.ts';

export const members = defineOperations('members', {
  list: {
    operationId: 'listMembers',
    type: 'query',
    access: 'read',
    input: ListPeople,
    output: z.array(Person),
    paging: 'pages',
    rest: {
      route: 'GET /api/teams/{teamId}/members',
      summary: 'List members',
      description: 'The people of the team, by name. A task is assigned to one of them by the `id`.',
    },
  },
  /** All of them, for the dashboard: at most 10,000. */
  names: {
    operationId: 'listMemberNames',
    type: 'query',
    access: 'read',
    input: TeamTarget,
    output: z.array(Person),
  },
  page: {
    operationId: 'pageMembers',
    type: 'query',
    access: 'admin',
    input: ListMembers,
    output: MemberPage,
    paging: 'pages',
  },
  setRole: {
    operationId: 'setMemberRole',
    type: 'mutation',
    access: 'admin',
    input: SetMemberRole,
    output: Member,
    errors: ['NOT_FOUND', 'LAST_OWNER'],
  },
  remove: {
    operationId: 'removeMember',
    type: 'mutation',
    access: 'admin',
    input: RemoveMember,
    output: RemovedMember,
    errors: ['NOT_FOUND', 'LAST_OWNER'],
  },
  leave: {
    operationId: 'leaveTeam',
    type: 'mutation',
    access: 'member',
    input: TeamTarget,
    output: RemovedMember,
    errors: ['NOT_FOUND', 'LAST_OWNER'],
  },
});
