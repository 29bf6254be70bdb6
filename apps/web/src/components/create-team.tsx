'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type SubmitEvent, useState } from 'react';
import { showError } from '../lib/show-error.ts';
import { useTRPC } from '../lib/trpc/client.ts';
import { checkName } from './name-rules.ts';

interface CreateTeamFormProps {
  onCancel?: () => void;
  onCreated?: () => void;
}

/** Creates a team, whose owner is the current person, and opens its board. */
export function CreateTeamForm({ onCancel, onCreated }: CreateTeamFormProps) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const createTeam = useMutation(
    useTRPC().teams.create.mutationOptions({
      onSuccess({ teamId }) {
        onCreated?.();
        router.push(`/t/${teamId}/board`);
      },
      onError: showError,
    }),
  );
  const isBusy = createTeam.isPending || createTeam.isSuccess;

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    const found = checkName(name);
    setProblem(found);
    if (!found) createTeam.mutate({ name });
  }

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack gap="md">
        <TextInput
          autoComplete="off"
          // Also when it is rendered after its dialog has opened.
          autoFocus
          data-autofocus
          description="You become its owner. It starts with a project of its own."
          error={problem}
          label="Name of the team"
          name="name"
          onChange={() => setProblem(null)}
          required
          size="sm"
          withAsterisk={false}
        />
        <Group gap="xs" justify="flex-end">
          {onCancel && (
            <Button disabled={isBusy} onClick={onCancel} variant="default">
              Cancel
            </Button>
          )}
          <Button loading={isBusy} type="submit">
            Create team
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
