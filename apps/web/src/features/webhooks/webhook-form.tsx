'use client';

import type { Webhook } from '@crewboard/contracts';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { showError } from '../../lib/show-error.ts';
import { readEventTypes, writeEventTypes } from './event-choice.ts';
import { EventField } from './event-field.tsx';
import { checkDescription, checkEvents, checkUrl, refusedFields } from './form-rules.ts';
import { UrlError } from './url-error.tsx';

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
  /** Told to `onRefused`, what the API says about a field stands at that field. */
  onSubmit: (values: WebhookValues, onRefused: (error: unknown) => void) => void;
}

/** Asks for what endpoints are made of. */
export function WebhookForm({ title, submitLabel, initial, busy, onClose, onSubmit }: WebhookFormProps) {
  const form = useForm({
    initialValues: {
      url: initial?.url ?? '',
      description: initial?.description ?? '',
      events: readEventTypes(initial?.eventTypes),
    },
    validate: { url: checkUrl, description: checkDescription, events: checkEvents },
  });
  function refuse(error: unknown) {
    const refused = refusedFields(error);
    const [first] = Object.keys(refused);
    if (!first) return showError(error);
    form.setErrors(refused);
    form.getInputNode(first)?.focus();
  }
  const submit = form.onSubmit(({ url, description, events }) =>
    onSubmit(
      { url: url.trim(), description: description.trim() || null, eventTypes: writeEventTypes(events) },
      refuse,
    ),
  );

  return (
    <Dialog holdOpen={busy || form.isDirty()} onClose={busy ? () => {} : onClose} title={title} width={560}>
      <form noValidate onSubmit={submit}>
        <TextInput
          autoComplete="off"
          data-autofocus
          inputMode="url"
          label="URL"
          maxLength={2_048}
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
          placeholder="What it does with the events"
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
