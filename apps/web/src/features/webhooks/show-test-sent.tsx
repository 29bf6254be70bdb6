import { notifications } from '@mantine/notifications';
import Link from 'next/link';

/** @param path the endpoint's page, where somebody is not there already */
export function showTestSent(path: string | null): void {
  const id = 'webhook-test';
  notifications.show({
    id,
    title: 'Test on its way',
    message: path ? (
      <Link href={path} onClick={() => notifications.hide(id)}>
        See what the receiver answers
      </Link>
    ) : (
      'It stands in the log of deliveries, with what the receiver answers.'
    ),
    withBorder: true,
    autoClose: 8_000,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
