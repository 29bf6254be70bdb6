'use client';

import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { checkDescription, describeLength } from './description-rules.ts';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { checkName } from './name-rules.ts';

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
  /** Further fields, which their owner validates. */
  children?: ReactNode;
  /** A further field was changed. */
  isDirty?: boolean;
  onClose: () => void;
  /** Without the description if it did not change. */
  onSubmit: (values: Pick<NameAndDescription, 'name'> & Partial<NameAndDescription>) => void;
}

/** The form of a name and a description, for agents and projects. */
export function NameDialog({
  title,
  submitLabel,
  initial,
  busy,
  children,
  isDirty = false,
  onClose,
  onSubmit,
  ...hints
}: NameDialogProps) {
  const stored = initial?.description ?? '';
  const form = useForm({
    initialValues: { name: initial?.name ?? '', description: stored },
    validate: { name: checkName, description: (text) => checkDescription(text, stored) },
  });
  const submit = form.onSubmit(({ name, description }) =>
    onSubmit({
      name: name.trim(),
      ...(description !== stored && { description: description.trim() || null }),
    }),
  );

  return (
    <Dialog keepOpenOnClickOutside={isDirty || form.isDirty()} isBusy={busy} onClose={onClose} title={title}>
      <form noValidate onSubmit={submit}>
        <TextInput
          autoComplete="off"
          data-autofocus
          label="Name"
          placeholder={hints.namePlaceholder}
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <Textarea
          autosize
          description={describeLength(form.values.description)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          label="Description"
          maxRows={8}
          minRows={3}
          mt="md"
          placeholder={hints.descriptionPlaceholder}
          {...form.getInputProps('description')}
        />
        {children}
        <DialogActions busy={busy} onCancel={onClose}>
          <Button loading={busy} type="submit">
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
