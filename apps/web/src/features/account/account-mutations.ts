'use client';

import type { AccountSession } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { showError } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** Changes the name of the account. */
export function useUpdateAccount(onSaved: (account: { name: string }) => void) {
  const router = useRouter();
  return useMutation(
    useTRPC().accounts.update.mutationOptions({
      onSuccess({ name }) {
        onSaved({ name });
        showToast({ message: 'Your name was changed.' });
        // The account menu shows the name as well.
        router.refresh();
      },
      onError: showError,
    }),
  );
}

interface PasswordHandlers {
  onChanged: () => void;
  /** The form shows what is rejected. */
  onRejected: (error: unknown) => void;
}

/** Changes the password, which ends the other sessions. `gcTime: 0`: no cache keeps the passwords. */
export function useChangePassword({ onChanged, onRejected }: PasswordHandlers) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.accounts.sessions.queryOptions();
  return useMutation(
    trpc.accounts.changePassword.mutationOptions({
      gcTime: 0,
      onSuccess({ count }) {
        onChanged();
        queryClient.setQueryData(queryKey, onlyCurrent);
        showToast({
          title: 'Your password was changed',
          message: `${endedSessions(count)} Use it at your next sign-in.`,
          autoClose: 8_000,
        });
      },
      onError: onRejected,
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}

/** Restores a deleted team, and opens its board. */
export function useRestoreTeam() {
  const router = useRouter();
  return useMutation(
    useTRPC().teams.restore.mutationOptions({
      onSuccess: (_result, { teamId }) => router.push(`/t/${teamId}/board`),
      onError(error) {
        showError(error);
        // It was restored by somebody else, or is gone.
        router.refresh();
      },
    }),
  );
}

interface ErasureHandlers {
  onErased: () => void;
  onRejected: (error: unknown) => void;
}

/** Erases the account, which ends all its sessions. `gcTime: 0`: no cache keeps the password. */
export function useEraseAccount({ onErased, onRejected }: ErasureHandlers) {
  return useMutation(
    useTRPC().accounts.erase.mutationOptions({ gcTime: 0, onSuccess: onErased, onError: onRejected }),
  );
}

const onlyCurrent = (sessions: readonly AccountSession[] | undefined) =>
  sessions?.filter(({ isCurrent }) => isCurrent);

function endedSessions(count: number): string {
  if (count === 0) return 'You had no other sessions.';
  return count === 1 ? 'Your other session was ended.' : `Your ${count} other sessions were ended.`;
}

export function useRevokeSession() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.accounts.sessions.queryOptions();
  return useMutation(
    trpc.accounts.revokeSession.mutationOptions({
      onSuccess(_result, { sessionId }) {
        queryClient.setQueryData(queryKey, (sessions) => sessions?.filter(({ id }) => id !== sessionId));
      },
      onError: showError,
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}

export function useRevokeOtherSessions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.accounts.sessions.queryOptions();
  return useMutation(
    trpc.accounts.revokeOtherSessions.mutationOptions({
      onSuccess: () => queryClient.setQueryData(queryKey, onlyCurrent),
      onError: showError,
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}
