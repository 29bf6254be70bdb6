import { Button } from '@mantine/core';

interface RevokeButtonProps {
  /** Says what is revoked. */
  label: string;
  isBusy?: boolean;
  onClick: () => void;
}

/** Ends the access of a row: a session, a key or an invitation. */
export function RevokeButton({ label, isBusy, onClick }: RevokeButtonProps) {
  return (
    <Button
      aria-label={label}
      color="red"
      loading={isBusy}
      onClick={onClick}
      size="compact-xs"
      variant="subtle"
    >
      Revoke
    </Button>
  );
}
