import {
  ListMembers,
  Member,
  MemberPage,
  RemovedMember,
  RemoveMember,
  SetMemberRole,
  TeamTarget,
} from '@crewboard/contracts';
import { router } from '../../trpc/init.ts';
import { adminProcedure, memberProcedure } from '../../trpc/procedures.ts';
import { leaveTeam } from './leave-team.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';
import { setMemberRole } from './set-member-role.ts';

export const membersRouter = router({
  list: adminProcedure.input(ListMembers).output(MemberPage).query(listMembers),
  setRole: adminProcedure.input(SetMemberRole).output(Member).mutation(setMemberRole),
  remove: adminProcedure.input(RemoveMember).output(RemovedMember).mutation(removeMember),
  leave: memberProcedure.input(TeamTarget).output(RemovedMember).mutation(leaveTeam),
});
