import { deliveryRetentionDays } from '@crewboard/contracts';
import { Button, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { Warning } from '#components/notices/warning.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { endpointEvents } from '#domain/webhooks/endpoint-events.ts';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { fromLocalField, toLocalField } from '#lib/format/local-time.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useRecover } from './delivery-mutations.ts';
import {
  CUSTOM_TIME,
  checkTime,
  earliestTime,
  findLastDisabledAt,
  type RecoverPreset,
  recoverPresets,
} from './recover-presets.ts';

const HOUR_MS = 3_600_000;

interface RecoverDialogProps {
  webhookId: string;
  onClose: () => void;
}

/** Asks since when events did not arrive, and requests their recovery. */
export function RecoverDialog({ webhookId, onClose }: RecoverDialogProps) {
  const { webhook, isEnabled } = useWebhook(webhookId);
  const { data, isPending } = useQuery(endpointEvents(useTRPC(), useTeam().id, webhookId));
  const recover = useRecover();
  const [now] = useState(() => new Date(serviceNow()));
  const moments = {
    failingSince: webhook?.failingSince,
    // An enabled endpoint has no `disabledAt`: its events tell when it was last disabled.
    disabledAt: webhook?.disabledAt ?? findLastDisabledAt(data?.events),
  };
  const [keptPresets, setKeptPresets] = useState<RecoverPreset[] | null>(null);
  const presets = keptPresets ?? recoverPresets(moments, now);
  const [picked, setPicked] = useState<string | null>(null);
  const [suggestedTime] = useState(() => toLocalField(new Date(now.getTime() - HOUR_MS)));
  const [customTime, setCustomTime] = useState(suggestedTime);
  const [problem, setProblem] = useState<string | null>(null);
  const choice = picked ?? presets[0]?.value;
  const isCustom = choice === CUSTOM_TIME;
  const isBusy = recover.isPending;

  /** Keeps the presets once the person uses the loaded form: new data must not move or remove what they point at. */
  const keepPresets = () => {
    if (!isPending) setKeptPresets(presets);
  };

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const custom = fromLocalField(customTime);
    const foundProblem = isCustom ? checkTime(custom, new Date(serviceNow())) : null;
    setProblem(foundProblem);
    const since = isCustom ? custom : presets.find(({ value }) => value === choice)?.since;
    if (!foundProblem && since) {
      recover.mutate({ webhookId, since: since.toISOString() }, { onSuccess: onClose });
    }
  }

  return (
    <Dialog isBusy={isBusy} onClose={onClose} title="Recover deliveries">
      <form
        aria-busy={isPending}
        noValidate
        onKeyDown={keepPresets}
        onPointerDown={keepPresets}
        onPointerMove={keepPresets}
        onSubmit={handleSubmit}
      >
        <Text size="sm">
          Sends the events that this endpoint missed, including those that happened while it was disabled.
          Delivered events are not sent again.
        </Text>
        {!isEnabled && (
          <Warning mt="md" title="The endpoint is disabled">
            Enable it first: until then nothing is sent.
          </Warning>
        )}
        <Radio.Group
          label="Send the events that did not arrive since:"
          mt="md"
          onChange={setPicked}
          value={choice}
        >
          <Stack gap={8} pt={4}>
            {presets.map(({ value, label, since, showsTime }, index) => (
              <Radio
                data-autofocus={index === 0 || undefined}
                description={showsTime && <RelativeTime time={since.toISOString()} />}
                key={value}
                label={label}
                value={value}
              />
            ))}
            <Radio label="Another time" value={CUSTOM_TIME} />
          </Stack>
        </Radio.Group>
        {isCustom && (
          <TextInput
            aria-label="Day and time"
            description={`At most ${deliveryRetentionDays} days back, in your time zone.`}
            error={problem}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            max={toLocalField(now)}
            ml={32}
            mt={8}
            min={toLocalField(earliestTime(now))}
            onChange={({ currentTarget }) => {
              setCustomTime(currentTarget.value);
              setProblem(null);
            }}
            type="datetime-local"
            value={customTime}
          />
        )}
        <DialogActions isBusy={isBusy} isChanged={isCustom && customTime !== suggestedTime}>
          <Button disabled={!isEnabled} loading={isBusy} type="submit">
            Recover
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
