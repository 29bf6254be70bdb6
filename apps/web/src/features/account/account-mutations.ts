import type { AccountSession } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { endWithoutRedirect } from '#lib/auth/leave-when-signed-out.ts';
import { showError } from '#lib/notices/show-error.ts';
import { showToast } from '#lib/notices/toast.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';

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

interface FormHandlers {
  onSuccess: () => void;
  /** Shows at which field the API rejected the form. */
  onError: (error: unknown) => void;
}

/** Changes the password, which ends the other sessions. `gcTime: 0`: no cache keeps the passwords. */
export function useChangePassword({ onSuccess, onError }: FormHandlers) {
  const sessions = useCachedSessions();
  return useMutation(
    useTRPC().accounts.changePassword.mutationOptions({
      gcTime: 0,
      onSuccess({ count }) {
        onSuccess();
        sessions.keep(({ isCurrent }) => isCurrent);
        showToast({
          title: 'Your password was changed',
          message: `${describeEndedSessions(count)} Use the new password at your next sign-in.`,
          autoClose: 8_000,
        });
      },
      onError,
      onSettled: sessions.refetch,
    }),
  );
}

function describeEndedSessions(count: number): string {
  if (count === 0) return 'You had no other sessions.';
  return count === 1 ? 'Your other session was ended.' : `Your ${count} other sessions were ended.`;
}

/**
 * Erases the account, which ends all its sessions. `onSuccess` must sign out: until then, other calls fail, but do not
 * redirect to the sign-in. `gcTime: 0`: no cache keeps the password.
 */
export function useEraseAccount(handlers: FormHandlers) {
  const { accounts } = useTRPCClient();
  return useMutation({
    mutationFn: (proof: { email: string; password: string }) =>
      endWithoutRedirect(() => accounts.erase.mutate(proof)),
    gcTime: 0,
    ...handlers,
  });
}

/** Ends one session. */
export function useRevokeSession() {
  const sessions = useCachedSessions();
  return useMutation(
    useTRPC().accounts.revokeSession.mutationOptions({
      onSuccess: (_result, { sessionId }) => sessions.keep(({ id }) => id !== sessionId),
      onError: showError,
      onSettled: sessions.refetch,
    }),
  );
}

/** Ends all sessions but that of this browser. */
export function useRevokeOtherSessions() {
  const sessions = useCachedSessions();
  return useMutation(
    useTRPC().accounts.revokeOtherSessions.mutationOptions({
      onSuccess: () => sessions.keep(({ isCurrent }) => isCurrent),
      onError: showError,
      onSettled: sessions.refetch,
    }),
  );
}

/** The list of sessions in the query cache: shows at once which sessions are left, and refetches them. */
function useCachedSessions() {
  const queryClient = useQueryClient();
  const queryKey = useTRPC().accounts.sessions.queryKey();
  return {
    keep: (isLeft: (session: AccountSession) => boolean) =>
      void queryClient.setQueryData(queryKey, (sessions) => sessions?.filter(isLeft)),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
  };
}
