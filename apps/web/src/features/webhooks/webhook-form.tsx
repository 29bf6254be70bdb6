'use client';

import type { Webhook } from '@crewboard/contracts';
import { Box, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CommandBlock } from '#components/code/command-block.tsx';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { EventField } from './event-field.tsx';
import { readEventTypes, writeEventTypes } from './event-selection.ts';
import { checkDescription, checkEvents, checkUrl, rejectedFields } from './form-rules.ts';

interface WebhookValues {
  url: string;
  description: string | null;
  eventTypes: ReturnType<typeof writeEventTypes>;
}

interface WebhookFormProps {
  title: string;
  submitLabel: string;
  initial?: Webhook;
  busy: boolean;
  onClose: () => void;
  /** `onRejected` shows what the API says about a field at that field. */
  onSubmit: (values: WebhookValues, onRejected: (error: unknown) => void) => void;
}

/** The fields of an endpoint. */
export function WebhookForm({ title, submitLabel, initial, busy, onClose, onSubmit }: WebhookFormProps) {
  const form = useForm({
    initialValues: {
      url: initial?.url ?? '',
      description: initial?.description ?? '',
      events: readEventTypes(initial?.eventTypes),
    },
    validate: { url: checkUrl, description: checkDescription, events: checkEvents },
    enhanceGetInputProps: () => ({ readOnly: busy }),
  });
  function showRejected(error: unknown) {
    const rejected = rejectedFields(error);
    const [first] = Object.keys(rejected);
    if (!first) return showError(error);
    form.setErrors(rejected);
    form.getInputNode(first)?.focus();
  }
  const submit = form.onSubmit(({ url, description, events }) =>
    onSubmit(
      { url: url.trim(), description: description.trim() || null, eventTypes: writeEventTypes(events) },
      showRejected,
    ),
  );

  return (
    <Dialog keepOpenOnClickOutside={form.isDirty()} isBusy={busy} onClose={onClose} title={title} width={560}>
      <form noValidate onSubmit={submit}>
        <TextInput
          autoComplete="off"
          data-autofocus
          inputMode="url"
          label="URL"
          placeholder="https://example.com/hooks/crewboard"
          required
          spellCheck={false}
          withAsterisk={false}
          {...form.getInputProps('url')}
          error={form.errors.url && <UrlError text={String(form.errors.url)} />}
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
        <DialogActions busy={busy} onCancel={onClose}>
          <Button loading={busy} type="submit">
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Why the URL is rejected; a command in `backticks` that would allow it is shown below, to be copied. */
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
