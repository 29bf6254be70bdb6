import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

interface LeaveUncopiedProps {
  kind: string;
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveUncopied({ kind, onStay, onLeave }: LeaveUncopiedProps) {
  return (
    <Alert
      icon={<IconAlertTriangle aria-hidden color="var(--color-warn)" size={16} />}
      role="alert"
      styles={{ message: { overflow: 'visible' } }}
      variant="default"
      title={`The ${kind} has not been copied`}
    >
      Nobody can show it again. Without it a new one has to be made.
      <Group gap="xs" mt="sm">
        <Button autoFocus onClick={onStay} size="xs" variant="default">
          Back to the {kind}
        </Button>
        <Button color="red" onClick={onLeave} size="xs" variant="subtle">
          Close without copying
        </Button>
      </Group>
    </Alert>
  );
}
