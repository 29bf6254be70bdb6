import { Button, Text } from '@mantine/core';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';

interface CancelQuestionProps {
  title: string;
  agentName: string;
  onConfirm: () => void;
}

/** The content of the dialog that `confirmCancel` opens: cancelling ends the claim of an agent. */
export function CancelQuestion({ title, agentName, onConfirm }: CancelQuestionProps) {
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <bdi dir="auto">{agentName}</bdi> is working on “<bdi dir="auto">{title}</bdi>”. Cancelling ends the
        claim: any later result from <bdi dir="auto">{agentName}</bdi> is rejected.
      </Text>
      <DialogActions focusesCancel cancelLabel="Keep the task">
        {/* A double click must not confirm. */}
        <Button color="red" onClick={({ detail }) => detail < 2 && onConfirm()}>
          Cancel task
        </Button>
      </DialogActions>
    </>
  );
}
