'use client';

import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSendTest } from '../../domain/webhooks/use-send-test.ts';
import styles from './test-line.module.css';

/** Sends a test from within a dialog, which must not be left by a link while its secret is not copied. */
export function TestLine({ webhookId }: { webhookId: string }) {
  const sendTest = useSendTest();
  return (
    <div className={styles.line}>
      <Button
        leftSection={<IconSend aria-hidden size={14} />}
        loading={sendTest.isPending}
        onClick={() => sendTest.mutate({ webhookId })}
        variant="default"
      >
        Send a test
      </Button>
      <span className={styles.outcome} role="status">
        {sendTest.isSuccess && 'On its way: the page of the endpoint shows what the receiver answers.'}
      </span>
    </div>
  );
}
