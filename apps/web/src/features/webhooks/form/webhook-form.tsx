import type { Webhook, WebhookWithSecret } from '@crewboard/contracts';
import { Box, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CommandBlock } from '#components/code/command-block.tsx';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useCreateWebhook, useUpdateWebhook } from '#domain/webhooks/webhook-mutations.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { EventField } from './event-field.tsx';
import { toEventSelection, toEventTypes } from './event-selection.ts';
import {
  changedFields,
  checkEndpointDescription,
  checkEvents,
  checkUrl,
  rejectedFields,
} from './form-rules.ts';

interface WebhookFormProps {
  /** Absent for a new endpoint. */
  webhook?: Webhook;
  onClose: () => void;
  onCreated: (webhook: WebhookWithSecret) => void;
}

/** The dialog that creates or changes an endpoint. An error of the API about a field is shown at that field. */
export function WebhookForm({ webhook, onClose, onCreated }: WebhookFormProps) {
  const team = useTeam();
  const createWebhook = useCreateWebhook();
  const updateWebhook = useUpdateWebhook();
  const isBusy = createWebhook.isPending || updateWebhook.isPending;
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: toEventSelection(webhook?.eventTypes),
    },
    validate: { url: checkUrl, description: checkEndpointDescription, events: checkEvents },
    enhanceGetInputProps: () => ({ readOnly: isBusy }),
  });
  function onError(error: unknown) {
    const rejected = rejectedFields(error);
    const [first] = Object.keys(rejected);
    if (!first) return showError(error);
    form.setErrors(rejected);
    form.getInputNode(first)?.focus();
  }
  const submit = form.onSubmit(({ url, description, events }) => {
    const values = {
      url: url.trim(),
      description: description.trim() || null,
      eventTypes: toEventTypes(events),
    };
    if (!webhook)
      return createWebhook.mutate({ teamId: team.id, ...values }, { onSuccess: onCreated, onError });
    const changed = changedFields(webhook, values);
    if (Object.keys(changed).length === 0) return onClose();
    updateWebhook.mutate({ webhookId: webhook.id, ...changed }, { onSuccess: onClose, onError });
  });

  return (
    <Dialog isBusy={isBusy} onClose={onClose} title={webhook ? 'Edit endpoint' : 'New endpoint'} width={560}>
      <form noValidate onSubmit={submit}>
        <TextInput
          autoComplete="off"
          data-autofocus
          inputMode="url"
          label="URL"
          placeholder="https://example.com/hooks/crewboard"
          required
          spellCheck={false}
          {...form.getInputProps('url')}
          error={form.errors.url && <UrlError text={String(form.errors.url)} />}
          // A paragraph, the default, must not contain the block of the command.
          errorProps={{ component: 'div' }}
        />
        <TextInput
          autoComplete="off"
          label="Description"
          mt="md"
          placeholder="What the receiver does with the events"
          {...form.getInputProps('description')}
        />
        <EventField
          error={form.errors.events}
          onChange={(events) => form.setFieldValue('events', events)}
          value={form.values.events}
        />
        <DialogActions isBusy={isBusy} isChanged={form.isDirty()}>
          <Button loading={isBusy} type="submit">
            {webhook ? 'Save' : 'Create endpoint'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/**
 * Why the API rejects the URL. A command in `backticks`, with which an operator would allow it, is shown to be copied.
 */
function UrlError({ text }: { text: string }) {
  const [reason = '', command] = text.split('`');
  if (!command) return text;
  return (
    <>
      {reason.trim()}:
      <Box c="var(--color-text)" mt={8}>
        <CommandBlock subject="allow this address" text={command} />
      </Box>
    </>
  );
}
