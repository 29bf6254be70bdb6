import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { problemOf } from '../../lib/problem-of.ts';

/** Says why nothing is sent, with the way out beside it: so it stays until somebody has answered. */
export function showDisabled(error: unknown, onEnable: () => void): void {
  const { code: id, title, detail } = problemOf(error);
  const enable = () => {
    notifications.hide(id);
    onEnable();
  };
  notifications.show({
    id,
    title,
    message: (
      <>
        {detail}
        <br />
        <Button mt="xs" onClick={enable} size="xs" variant="default">
          Enable
        </Button>
      </>
    ),
    color: 'red',
    withBorder: true,
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
