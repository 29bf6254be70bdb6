import {
  CreateProject,
  DashboardPage,
  ListProjects,
  Project,
  ProjectPage,
  ProjectSummary,
  ProjectTarget,
  UpdateProject,
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { manageProcedure, readProcedure } from '../../trpc/procedures.ts';
import { createProject } from './create-project.ts';
import { getProject } from './get-project.ts';
import { listProjectSummaries } from './list-project-summaries.ts';
import { listProjects, pageProjects } from './list-projects.ts';
import { updateProject } from './update-project.ts';

const tags = ['Projects'];

export const projectsRouter = router({
  list: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      comesWhole: true,
      openapi: {
        method: 'GET',
        path: '/api/teams/{teamId}/projects',
        tags,
        summary: 'List projects',
        description: 'The oldest first: all of them, or a page with `limit` or `cursor`.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListProjects)
    .output(z.array(Project))
    .query(listProjects),
  create: manageProcedure
    .meta({
      created: '/api/projects/{id}',
      refusals: ['LIMIT_REACHED'],
      openapi: { method: 'POST', path: '/api/teams/{teamId}/projects', tags, summary: 'Create a project' },
    })
    .input(CreateProject)
    .output(Project)
    .mutation(createProject),
  get: readProcedure
    .meta({
      openapi: { method: 'GET', path: '/api/projects/{projectId}', tags, summary: 'Get a project' },
    })
    .input(ProjectTarget)
    .output(Project)
    .query(getProject),
  update: manageProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/api/projects/{projectId}',
        tags,
        summary: 'Rename or describe a project',
      },
    })
    .input(UpdateProject)
    .output(Project)
    .mutation(updateProject),
  page: readProcedure.input(DashboardPage).output(ProjectPage).query(pageProjects),
  summaries: readProcedure
    .input(z.strictObject({ teamId: ListProjects.shape.teamId }))
    .output(z.array(ProjectSummary))
    .query(listProjectSummaries),
});
