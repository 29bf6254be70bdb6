import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { openJoinedTeam } from '#domain/team/welcome.ts';
import { signOut } from '#lib/auth/auth-calls.ts';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { forgetInvitationSecret } from './invitation-secret.ts';

interface JoinWithAccountProps {
  secret: string;
  account: { name: string; email: string };
}

/** Joins the team of the invitation with the signed-in account. */
export function JoinWithAccount({ secret, account }: JoinWithAccountProps) {
  const join = useMutation(
    useTRPC().invitations.join.mutationOptions({
      onSuccess({ teamId }) {
        forgetInvitationSecret();
        openJoinedTeam(teamId);
      },
      onError: showError,
    }),
  );
  return (
    <Stack gap="md">
      <Text size="sm">
        You are signed in as <strong>{isolate(account.name)}</strong> ({account.email}).
      </Text>
      <Button
        autoFocus
        fullWidth
        // Busy until the board is loaded.
        loading={join.isPending || join.isSuccess}
        onClick={() => join.mutate({ secret })}
        size="sm"
      >
        Join the team
      </Button>
      <Button
        color="gray"
        fullWidth
        onClick={() => void signOut('/join').catch(showError)}
        size="sm"
        variant="subtle"
      >
        Use another account
      </Button>
    </Stack>
  );
}
