import { TeamTarget } from '../account.ts';
import { ListMembers, Member, MemberPage, RemovedMember, RemoveMember, SetMemberRole } from '../member.ts';
import { defineOperations } from './define-operations.ts';

export const members = defineOperations('members', {
  list: {
    operationId: 'listMembers',
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
    errors: ['FORBIDDEN', 'LAST_OWNER'],
  },
  remove: {
    operationId: 'removeMember',
    type: 'mutation',
    access: 'admin',
    input: RemoveMember,
    output: RemovedMember,
    errors: ['FORBIDDEN', 'LAST_OWNER'],
  },
  leave: {
    operationId: 'leaveTeam',
    type: 'mutation',
    access: 'member',
    input: TeamTarget,
    output: RemovedMember,
    errors: ['LAST_OWNER'],
  },
});
