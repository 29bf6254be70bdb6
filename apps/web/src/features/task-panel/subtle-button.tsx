import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import type { Ref } from 'react';

interface SubtleButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  ref?: Ref<HTMLButtonElement>;
}

/** A small button without a frame, for the secondary actions of the panel. */
export const SubtleButton = (props: SubtleButtonProps) => (
  <Button color="gray" size="compact-xs" variant="subtle" {...props} />
);
