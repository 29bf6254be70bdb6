import { notifications } from '@mantine/notifications';
import { problemOf } from './problem-of.ts';

/** Tells a person that what they wanted did not happen, and what to do: the one way for a failed mutation. */
export function showError(error: unknown): void {
  const { code, title, detail } = problemOf(error);
  notifications.show({
    // The same failure again replaces its notice instead of piling up.
    id: code,
    title,
    message: detail,
    color: 'red',
    withBorder: true,
    autoClose: 8_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
