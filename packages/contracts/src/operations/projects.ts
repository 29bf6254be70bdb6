import { z } from 'zod';
import { PauseProject } from '../resources/pause.ts';
import {
  CreateProject,
  ListedProject,
  ListProjectSummaries,
  ListProjects,
  Project,
  ProjectPage,
  ProjectPageQuery,
  ProjectSummary,
  ProjectTarget,
  UpdateProject,
} from '../resources/project.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const projects = defineOperations('projects', {
  list: query('listProjects', {
    access: 'read',
    input: ListProjects,
    output: z.array(ListedProject),
    paging: 'onRequest',
    rest: {
      route: 'GET /api/teams/{teamId}/projects',
      summary: 'List projects',
      description: 'The oldest first: all of them, or a page with `limit` or `cursor`.',
    },
  }),
  create: mutation('createProject', {
    access: 'manage',
    input: CreateProject,
    output: Project,
    errors: ['LIMIT_REACHED'],
    rest: {
      route: 'POST /api/teams/{teamId}/projects',
      summary: 'Create a project',
      statuses: [201],
      location: '/api/projects/{id}',
    },
  }),
  get: query('getProject', {
    access: 'read',
    input: ProjectTarget,
    output: Project,
    rest: { route: 'GET /api/projects/{projectId}', summary: 'Get a project' },
  }),
  update: mutation('updateProject', {
    access: 'manage',
    input: UpdateProject,
    output: Project,
    errors: ['TASK_ARCHIVED'],
    rest: {
      route: 'PATCH /api/projects/{projectId}',
      summary: 'Change a project',
      description: 'Writes the given fields. Agents read the instructions before the tasks of the project.',
    },
  }),
  pause: mutation('pauseProject', {
    access: 'control',
    input: PauseProject,
    output: Project,
    errors: ['TASK_ARCHIVED'],
    rest: {
      route: 'POST /api/projects/{projectId}/pause',
      summary: 'Pause a project',
      description:
        'No agent starts a task of the project; claim-next of the team passes over it. Every request to start one that begins after this response is rejected with `PAUSED`. ' +
        'Pausing it again changes the reason and the mode.',
    },
  }),
  resume: mutation('resumeProject', {
    access: 'control',
    input: ProjectTarget,
    output: Project,
    errors: ['TASK_ARCHIVED'],
    rest: {
      route: 'POST /api/projects/{projectId}/resume',
      summary: 'Resume a project',
      description: 'Nothing changes if the project is not paused.',
    },
  }),
  archive: mutation('archiveProject', {
    access: 'manage',
    input: ProjectTarget,
    output: Project,
    rest: {
      route: 'POST /api/projects/{projectId}/archive',
      summary: 'Archive a project',
      description:
        'No agent can start a task of it from the response on, and no task can be created in it or moved to it. Its tasks are archived soon after, those in progress once they leave `in_progress`.',
    },
  }),
  restore: mutation('restoreProject', {
    access: 'manage',
    input: ProjectTarget,
    output: Project,
    rest: {
      route: 'POST /api/projects/{projectId}/restore',
      summary: 'Restore a project',
      description:
        'Also restores the tasks that were archived with it. Nothing changes if the project is not archived.',
    },
  }),
  // For people in the dashboard only, because a deletion cannot be undone.
  delete: mutation('deleteProject', {
    access: 'admin',
    input: ProjectTarget,
    output: z.void(),
    errors: ['NOT_DELETABLE'],
  }),
  page: query('pageProjects', {
    access: 'read',
    input: ProjectPageQuery,
    output: ProjectPage,
    paging: 'always',
  }),
  summaries: query('listProjectSummaries', {
    access: 'read',
    input: ListProjectSummaries,
    output: z.array(ProjectSummary),
  }),
});
