'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { useEndMembership } from '#domain/team/membership.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** Asks for the name of the team, and deletes it. */
export function DeleteTeamDialog({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const endMembership = useEndMembership();
  const remove = useMutation(
    useTRPC().teams.delete.mutationOptions({
      onSuccess: () => endMembership('deleted'),
      onError: showError,
    }),
  );
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (typed) => (typed.trim() === team.name ? null : `Type ${isolate(team.name)}.`) },
    enhanceGetInputProps: () => ({ readOnly: remove.isPending }),
  });

  return (
    <Dialog isBusy={remove.isPending} onClose={onClose} title={`Delete ${isolate(team.name)}?`}>
      <form noValidate onSubmit={form.onSubmit(({ name }) => remove.mutate({ teamId: team.id, name }))}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Agents, API keys and members lose access at once, no agent starts a task, and webhooks stop. For 7
          days you and the other owners can restore the team under Your account: it goes on as it was. Then
          its tasks, projects, agents, keys, webhooks and history are removed for good.
        </Text>
        <TextInput
          autoComplete="off"
          data-autofocus
          description={<bdi>{team.name}</bdi>}
          label="Type the name of the team"
          mt="md"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <DialogActions busy={remove.isPending}>
          <Button color="red" loading={remove.isPending} type="submit">
            Delete team
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
