import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { wholeListOptions } from '#lib/trpc/whole-list-options.ts';

/** All projects of the team with their descriptions, but for the archived ones. */
export const projectsOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  wholeListOptions((cursor) => trpc.projects.page.queryOptions({ teamId, cursor }));

/** Those that are archived. */
export const archivedProjectsOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  wholeListOptions((cursor) => trpc.projects.page.queryOptions({ teamId, cursor, archived: true }));
