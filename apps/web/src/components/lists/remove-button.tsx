import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { MouseEvent } from 'react';

interface RemoveButtonProps {
  label: string;
  onClick: (event: MouseEvent) => void;
  className?: string;
  /** Marks the button for `useKeptFocus`. */
  'data-remove'?: true;
}

/** Takes an entry out of a short list. */
export function RemoveButton({ label, ...props }: RemoveButtonProps) {
  return (
    <ActionIcon aria-label={label} size="sm" {...props}>
      <IconX aria-hidden size={13} />
    </ActionIcon>
  );
}
