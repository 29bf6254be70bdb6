import { useMutation } from '@tanstack/react-query';
import { TypedConfirmDialog } from '#components/dialogs/typed-confirm-dialog.tsx';
import { useEndMembership } from '#domain/team/membership.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** Deletes the team, which owners can restore for 7 days. */
export function DeleteTeamDialog({ onClose }: { onClose: () => void }) {
  const { id: teamId, name } = useTeam();
  const endMembership = useEndMembership();
  const deleting = useMutation(
    useTRPC().teams.delete.mutationOptions({ onSuccess: () => endMembership('deleted') }),
  );

  return (
    <TypedConfirmDialog
      confirmLabel="Delete team"
      onClose={onClose}
      onConfirm={() => deleting.mutate({ teamId, name })}
      phrase={name}
      request={deleting}
      title={`Delete ${isolate(name)}?`}
    >
      Agents, API keys and members lose access at once, no agent starts a task, and webhooks stop. For 7 days
      you and the other owners can restore the team under Your account: it goes on as it was. Then its tasks,
      projects, agents, keys, webhooks and history are removed for good.
    </TypedConfirmDialog>
  );
}
