'use client';

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type SubmitEvent, useState } from 'react';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { checkName } from '#components/dialogs/name-rules.ts';
import { showError } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';

interface CreateTeamFormProps {
  /** The dialog with the form, if any. It may be closed while the request is running. */
  dialog?: { isOpen: boolean; close: () => void };
}

/** Creates a team, which the person then owns. Opens its board, unless the dialog was closed meanwhile. */
export function CreateTeamForm({ dialog }: CreateTeamFormProps) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  const createTeam = useMutation(
    useTRPC().teams.create.mutationOptions({
      onSuccess({ teamId }, { name }) {
        if (dialog?.isOpen === false) return showCreated(name);
        dialog?.close();
        router.push(`/t/${teamId}/board`);
      },
      onError: showError,
    }),
  );
  const isBusy = createTeam.isPending || createTeam.isSuccess;

  function showCreated(name: string) {
    showToast({
      title: 'Team created',
      message: `${quote(name)} is now in your team menu.`,
      announcement: `Created the team ${quote(name)}.`,
    });
    // Adds the team to the menu.
    router.refresh();
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const found = checkName(name);
    setProblem(found);
    if (!found) createTeam.mutate({ name });
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <TextInput
        autoComplete="off"
        // `data-autofocus` works while the dialog opens; this form may be rendered after that.
        autoFocus
        data-autofocus
        description="You become its owner. It starts with a project of its own."
        error={problem}
        label="Name of the team"
        name="name"
        onChange={({ currentTarget }) => {
          setProblem(null);
          setChanged(currentTarget.value !== '');
        }}
        required
        size="sm"
      />
      {/* Once the form is sent, closing the dialog loses nothing. */}
      <DialogActions isBusy={isBusy} isChanged={isChanged && !isBusy}>
        <Button loading={isBusy} type="submit">
          Create team
        </Button>
      </DialogActions>
    </form>
  );
}
