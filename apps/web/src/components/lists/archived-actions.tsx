import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface ArchivedActionsProps {
  /** The title of the task, or the name of the project. */
  name: string;
  isRestoring: boolean;
  /** Absent without the permission to restore. */
  onRestore: (() => void) | undefined;
  /** Absent without the permission to delete. */
  onDelete: (() => void) | undefined;
}

/** The buttons of an archived task or project in a list. */
export function ArchivedActions({ name, isRestoring, onRestore, onDelete }: ArchivedActionsProps) {
  return (
    <Group component="span" gap={4} justify="flex-end" wrap="nowrap">
      {onRestore && (
        <Button
          aria-label={`Restore ${name}`}
          loading={isRestoring}
          onClick={onRestore}
          size="compact-xs"
          variant="default"
        >
          Restore
        </Button>
      )}
      {onDelete && (
        <ActionIcon aria-label={`Delete ${name}…`} onClick={onDelete} title="Delete…">
          <IconTrash aria-hidden size={15} />
        </ActionIcon>
      )}
    </Group>
  );
}
