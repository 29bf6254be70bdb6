'use client';

import { Alert, Button, Radio, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { fromLocalField, toLocalField } from '../../lib/format/local-time.ts';
import styles from './recover-dialog.module.css';
import { checkTime, earliestTime, OWN_TIME, recoverPresets } from './recover-presets.ts';
import { useEndpoint } from './use-endpoint.ts';
import { useLastDisabled } from './use-last-disabled.ts';
import { useRecover } from './use-recover.ts';

interface RecoverDialogProps {
  webhookId: string;
  onClose: () => void;
}

/** Asks from when on what did not arrive is to be sent. */
export function RecoverDialog({ webhookId, onClose }: RecoverDialogProps) {
  const { webhook, isEnabled } = useEndpoint(webhookId);
  const lastDisabledAt = useLastDisabled(webhookId);
  const recover = useRecover();
  const [now] = useState(() => new Date());
  const moments = { failingSince: webhook?.failingSince, disabledAt: webhook?.disabledAt ?? lastDisabledAt };
  const presets = recoverPresets(moments, now);
  const [chosen, setChosen] = useState<string | null>(null);
  const [ownTime, setOwnTime] = useState(() => toLocalField(new Date(now.getTime() - 3_600_000)));
  const [problem, setProblem] = useState<string | null>(null);
  const choice = chosen ?? presets[0]?.value;
  const busy = recover.isPending;

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const own = fromLocalField(ownTime);
    const found = choice === OWN_TIME ? checkTime(own, new Date()) : null;
    setProblem(found);
    const since = choice === OWN_TIME ? own : presets.find(({ value }) => value === choice)?.since;
    if (!found && since) {
      recover.mutate({ webhookId, since: since.toISOString() }, { onSuccess: onClose });
    }
  }

  return (
    <Dialog holdOpen={busy} onClose={busy ? () => {} : onClose} title="Recover deliveries">
      <form noValidate onSubmit={handleSubmit}>
        <Text size="sm">
          Sends the events of its types that this endpoint missed, those included that happened while it was
          disabled. What arrived is not sent again.
        </Text>
        {!isEnabled && (
          <Alert
            icon={<IconAlertTriangle aria-hidden color="var(--color-warn)" size={16} />}
            mt="md"
            title="The endpoint is disabled"
            variant="default"
          >
            Enable it first: until then nothing is sent.
          </Alert>
        )}
        <Radio.Group label="Send what did not arrive since:" mt="md" onChange={setChosen} value={choice}>
          <div className={styles.choices}>
            {presets.map(({ value, label, since, isMoment }, index) => (
              <Radio
                classNames={{ description: styles.description }}
                data-autofocus={index === 0 || undefined}
                description={isMoment && <RelativeTime time={since.toISOString()} />}
                key={value}
                label={label}
                value={value}
              />
            ))}
            <Radio label="Another time" value={OWN_TIME} />
          </div>
        </Radio.Group>
        {choice === OWN_TIME && (
          <TextInput
            aria-label="Day and time"
            className={styles.own}
            description="At most 30 days back, in your time zone."
            error={problem}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            max={toLocalField(now)}
            min={toLocalField(earliestTime(now))}
            onChange={({ currentTarget }) => {
              setOwnTime(currentTarget.value);
              setProblem(null);
            }}
            type="datetime-local"
            value={ownTime}
          />
        )}
        <DialogActions busy={busy} onCancel={onClose}>
          <Button disabled={!isEnabled} loading={busy} type="submit">
            Recover
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
