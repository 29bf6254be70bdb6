'use client';

import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { exactTime } from '../../lib/format/relative-time.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Sends what did not arrive since a time. The deliveries follow, and the log shows them as they come. */
export function useRecover() {
  return useMutation(
    useTRPC().webhooks.recover.mutationOptions({
      onSuccess: ({ since }) =>
        notifications.show({
          title: 'On its way',
          message: `What did not arrive since ${exactTime(new Date(since))} is being sent. Watch it in the log.`,
          withBorder: true,
          autoClose: 8_000,
          closeButtonProps: { 'aria-label': 'Close' },
        }),
      onError: showError,
    }),
  );
}
