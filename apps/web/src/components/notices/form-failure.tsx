import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Says above the fields why a form was not accepted. Screen readers announce it. */
export function FormFailure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden size={16} />}
      role="alert"
      title={title}
      variant="light"
    >
      {children}
    </Alert>
  );
}
