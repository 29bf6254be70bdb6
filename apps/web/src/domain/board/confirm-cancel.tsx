import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DialogActions } from '../../components/dialog-actions.tsx';

const MODAL_ID = 'cancel-task';

let isAsking = false;

/** Asks before a task is cancelled that an agent works on. Resolves to whether it shall be cancelled. Asks one at a time. */
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
      // The second click of a double-click must not settle.
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
