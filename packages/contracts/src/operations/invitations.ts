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
} from '../invitation.ts';
import { TeamTarget } from '../team.ts';
import { defineOperations } from './define-operations.ts';

export const invitations = defineOperations('invitations', {
  list: {
    operationId: 'listInvitations',
    type: 'query',
    access: 'admin',
    input: TeamTarget,
    output: z.array(Invitation),
  },
  create: {
    operationId: 'createInvitation',
    type: 'mutation',
    access: 'admin',
    input: CreateInvitation,
    output: InvitationWithSecret,
    errors: ['LIMIT_REACHED'],
  },
  revoke: {
    operationId: 'revokeInvitation',
    type: 'mutation',
    access: 'admin',
    input: RevokeInvitation,
    output: Invitation,
  },
  lookUp: {
    operationId: 'lookUpInvitation',
    type: 'mutation',
    access: 'web',
    input: LookUpInvitation,
    output: InvitationPreview,
  },
  accept: {
    operationId: 'acceptInvitation',
    type: 'mutation',
    access: 'web',
    input: AcceptInvitation,
    output: JoinedTeam,
  },
  join: {
    operationId: 'joinByInvitation',
    type: 'mutation',
    access: 'signedIn',
    input: JoinByInvitation,
    output: JoinedTeam,
  },
});
