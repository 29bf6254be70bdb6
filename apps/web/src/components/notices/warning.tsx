import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** A warning within a page or a dialog. */
export function Warning(props: AlertProps) {
  const icon = <IconAlertTriangle aria-hidden color="var(--color-warn)" size={16} />;
  return <Alert icon={icon} variant="default" {...props} />;
}
