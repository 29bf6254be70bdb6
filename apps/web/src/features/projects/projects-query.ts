import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { wholeListOptions } from '#lib/trpc/whole-list-options.ts';

/**
 * The projects of the team that are not archived: the same query for the server, which prefetches it, and the browser.
 */
export const projectsOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  wholeListOptions((cursor) => trpc.projects.page.queryOptions({ teamId, cursor }));

/** The archived projects of the team. */
export const archivedProjectsOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  wholeListOptions((cursor) => trpc.projects.page.queryOptions({ teamId, cursor, archived: true }));
