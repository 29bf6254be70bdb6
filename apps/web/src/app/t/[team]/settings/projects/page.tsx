import type { Metadata } from 'next';
import { ProjectList } from '#features/projects/project-list.tsx';
import { projectsOptions } from '#features/projects/projects-query.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export const metadata: Metadata = { title: 'Projects' };

export default async function ProjectsPage({ params }: TeamPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  await queryClient.prefetchQuery(projectsOptions(trpc, team));

  return (
    <HydrateClient queryClient={queryClient}>
      <ProjectList />
    </HydrateClient>
  );
}
