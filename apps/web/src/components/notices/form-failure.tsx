import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Why a form was not accepted, above its fields. Read out when it appears. */
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
