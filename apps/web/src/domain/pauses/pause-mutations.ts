import type { PauseRequest } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { announce } from '#lib/notices/announce.ts';
import { showError } from '#lib/notices/show-error.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';

/** An agent, a project, or all agents of a team. */
export type PauseTarget = { kind: 'agent' | 'project' | 'team'; id: string; name: string };

/** `request: null` resumes. */
type PauseChange = { target: PauseTarget; request: PauseRequest | null };

/** Pauses and resumes an agent, a project or a team. */
export function useChangePause() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  // The person may click Undo on a page of another team.
  const { trpc: options } = inTeam(useTeam().id);

  function send({ target: { kind, id }, request }: PauseChange): Promise<unknown> {
    if (kind === 'agent') {
      if (request) return client.agents.pause.mutate({ agentId: id, ...request }, options);
      return client.agents.resume.mutate({ agentId: id }, options);
    }
    if (kind === 'project') {
      if (request) return client.projects.pause.mutate({ projectId: id, ...request }, options);
      return client.projects.resume.mutate({ projectId: id }, options);
    }
    if (request) return client.teams.pause.mutate({ teamId: id, ...request }, options);
    return client.teams.resume.mutate({ teamId: id }, options);
  }

  return useMutation({
    mutationFn: send,
    onSuccess: async (_, { target, request }) => {
      if (!request) announce(`Resumed: ${target.name}.`);
      const { pathKey } = { agent: trpc.agents, project: trpc.projects, team: trpc.teams }[target.kind];
      await queryClient.invalidateQueries({ queryKey: pathKey() });
    },
    onError: showError,
  });
}
