'use client';

import { useQuery } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import { projectsOptions } from './projects-query.ts';

export function useProjects() {
  const trpc = useTRPC();
  const team = useTeam();
  return useQuery(projectsOptions(trpc, team.id));
}
