import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DialogActions } from '../../components/dialog-actions.tsx';

const MODAL_ID = 'cancel-task';

let isAsking = false;

/** Asks before cancelling a task that an agent works on. Resolves to the decision; to false while another dialog is open. */
export function confirmCancel(title: string, agentName: string): Promise<boolean> {
  if (isAsking) return Promise.resolve(false);
  isAsking = true;
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      isAsking = false;
      resolve(isConfirmed);
    };
    const close = (isConfirmed: boolean) => {
      settle(isConfirmed);
      modals.close(MODAL_ID);
    };
    modals.open({
      modalId: MODAL_ID,
      title: 'Cancel this task?',
      centered: true,
      size: 440,
      // A double click must not confirm.
      closeOnClickOutside: false,
      closeButtonProps: { 'aria-label': 'Close' },
      onClose: () => settle(false),
      children: (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {agentName} is working on “{title}”. Cancelling ends the claim: what {agentName} does from then on
            is not stored.
          </Text>
          <DialogActions busy={false} cancelLabel="Keep the task" onCancel={() => close(false)}>
            <Button color="red" onClick={({ detail }) => detail < 2 && close(true)}>
              Cancel task
            </Button>
          </DialogActions>
        </>
      ),
    });
  });
}
