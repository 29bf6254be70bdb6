import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useRevokeOtherSessions } from './account-mutations.ts';

interface RevokeOthersDialogProps {
  /** How many other sessions there are. */
  count: number;
  onClose: () => void;
}

/** Asks whether to end all other sessions. */
export function RevokeOthersDialog({ count, onClose }: RevokeOthersDialogProps) {
  const revokeOthers = useRevokeOtherSessions();
  return (
    <ConfirmDialog
      confirmLabel="Revoke"
      isBusy={revokeOthers.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => revokeOthers.mutate(undefined, { onSuccess: onClose })}
      title={count === 1 ? 'Revoke your other session?' : `Revoke your ${count} other sessions?`}
    >
      You are signed out everywhere but on this device, on every open page. Your password stays the same.
    </ConfirmDialog>
  );
}
