import { z } from 'zod';
import {
  AcceptInvitation,
  CreateInvitation,
  Invitation,
  InvitationPreview,
  InvitationWithSecret,
  JoinByInvitation,
  JoinedTeam,
  LookUpInvitation,
  RevokeInvitation,
} from '../resources/invitation.ts';
import { TeamTarget } from '../resources/team.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const invitations = defineOperations('invitations', {
  list: query('listInvitations', {
    access: 'admin',
    input: TeamTarget,
    output: z.array(Invitation),
  }),
  create: mutation('createInvitation', {
    access: 'admin',
    input: CreateInvitation,
    output: InvitationWithSecret,
    errors: ['LIMIT_REACHED'],
  }),
  revoke: mutation('revokeInvitation', {
    access: 'admin',
    input: RevokeInvitation,
    output: Invitation,
  }),
  lookUp: mutation('lookUpInvitation', {
    access: 'signedOut',
    input: LookUpInvitation,
    output: InvitationPreview,
  }),
  accept: mutation('acceptInvitation', {
    access: 'signedOut',
    input: AcceptInvitation,
    output: JoinedTeam,
  }),
  join: mutation('joinByInvitation', {
    access: 'signedIn',
    input: JoinByInvitation,
    output: JoinedTeam,
    errors: ['NOT_FOUND'],
  }),
});
