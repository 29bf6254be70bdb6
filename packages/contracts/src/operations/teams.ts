import { z } from 'zod';
import { DeletedTeam } from '../resources/account.ts';
import { Me } from '../resources/me.ts';
import { PauseTeam } from '../resources/pause.ts';
import { CreatedTeam, CreateTeam, DeleteTeam, RestoreTeam, Team, TeamTarget } from '../resources/team.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const teams = defineOperations('teams', {
  me: query('getMe', {
    access: 'agentOrKey',
    input: z.strictObject({}).optional(),
    output: Me,
    rest: {
      route: 'GET /api/me',
      tag: 'Credentials',
      summary: 'Get the caller',
      description: 'The kind, the team, and the agent or key behind the token of this request.',
    },
  }),
  get: query('getTeam', {
    access: 'read',
    input: TeamTarget,
    output: Team,
    rest: { route: 'GET /api/teams/{teamId}', summary: 'Get the team' },
  }),
  pause: mutation('pauseTeam', {
    access: 'control',
    input: PauseTeam,
    output: Team,
    rest: {
      route: 'POST /api/teams/{teamId}/pause',
      summary: 'Pause the team',
      description:
        'No agent of the team starts a task. Every request to start one that begins after this response is rejected with `PAUSED`. ' +
        'Pausing it again changes the reason and the mode.',
    },
  }),
  resume: mutation('resumeTeam', {
    access: 'control',
    input: TeamTarget,
    output: Team,
    rest: {
      route: 'POST /api/teams/{teamId}/resume',
      summary: 'Resume the team',
      description: 'Agents and projects that are paused themselves stay so.',
    },
  }),
  delete: mutation('deleteTeam', {
    access: 'owner',
    input: DeleteTeam,
    output: DeletedTeam,
  }),
  restore: mutation('restoreTeam', {
    access: 'signedIn',
    input: RestoreTeam,
    output: z.void(),
    errors: ['NOT_FOUND'],
  }),
  create: mutation('createTeam', {
    access: 'signedIn',
    input: CreateTeam,
    output: CreatedTeam,
    errors: ['FORBIDDEN'],
  }),
});
