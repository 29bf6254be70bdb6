'use client';

import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { checkDescription, checkName } from './name-rules.ts';

interface NameAndDescription {
  name: string;
  description: string | null;
}

interface NameDialogProps {
  title: string;
  submitLabel: string;
  initial?: NameAndDescription;
  namePlaceholder: string;
  descriptionPlaceholder: string;
  busy: boolean;
  onClose: () => void;
  onSubmit: (values: NameAndDescription) => void;
}

/** Asks for a name and a description: what agents and projects are made of. */
export function NameDialog({
  title,
  submitLabel,
  initial,
  busy,
  onClose,
  onSubmit,
  ...hints
}: NameDialogProps) {
  const form = useForm({
    initialValues: { name: initial?.name ?? '', description: initial?.description ?? '' },
    validate: { name: checkName, description: checkDescription },
  });

  return (
    <Dialog holdOpen={busy || form.isDirty()} onClose={busy ? () => {} : onClose} title={title}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, description }) =>
          onSubmit({ name: name.trim(), description: description.trim() || null }),
        )}
      >
        <TextInput
          autoComplete="off"
          data-autofocus
          label="Name"
          maxLength={100}
          placeholder={hints.namePlaceholder}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <Textarea
          autosize
          label="Description"
          maxRows={8}
          minRows={3}
          mt="md"
          placeholder={hints.descriptionPlaceholder}
          {...form.getInputProps('description')}
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
