import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { checkShortDescription, describeLength } from './description-rules.ts';
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
  isBusy: boolean;
  /** Further fields, which the caller validates. */
  children?: ReactNode;
  /** A field of `children` was changed, and closing would lose it: the dialog asks first. */
  isDirty?: boolean;
  /**
   * A field of `children` was changed, and closing keeps it as a draft: a click beside the dialog does not close it.
   */
  isDraftChanged?: boolean;
  /** In CSS pixels. */
  width?: number;
  onClose: () => void;
  /** Called before `onClose` if the person discards the typed text. */
  onDiscard?: () => void;
  /**
   * Not called without a change: the dialog then only closes.
   * @param changed the values that differ from those at the opening; empty if only `children` were changed
   */
  onSubmit: (values: NameAndDescription, changed: Partial<NameAndDescription>) => void;
}

/** A dialog with a form for a name and a description, for agents and projects. */
export function NameDialog({
  title,
  submitLabel,
  initial,
  isBusy,
  children,
  isDirty = false,
  isDraftChanged = false,
  width,
  onClose,
  onDiscard,
  onSubmit,
  ...placeholders
}: NameDialogProps) {
  // Another person may change the values while the dialog is open: send only those that this person changed.
  const [opened] = useState({ name: initial?.name ?? '', description: initial?.description ?? '' });
  const form = useForm({
    initialValues: opened,
    validate: { name: checkName, description: (text) => checkShortDescription(text, opened.description) },
    enhanceGetInputProps: () => ({ readOnly: isBusy }),
  });
  const submit = form.onSubmit((typed) => {
    const values = { name: typed.name.trim(), description: typed.description.trim() || null };
    const changed = {
      ...(typed.name !== opened.name && { name: values.name }),
      ...(typed.description !== opened.description && { description: values.description }),
    };
    if (!isDirty && !isDraftChanged && Object.keys(changed).length === 0) return onClose();
    onSubmit(values, changed);
  });

  return (
    <Dialog
      isBusy={isBusy}
      keepOpenOnClickOutside={isDraftChanged}
      onClose={onClose}
      onDiscard={onDiscard}
      title={title}
      width={width}
    >
      <form noValidate onSubmit={submit}>
        <TextInput
          autoComplete="off"
          data-autofocus
          label="Name"
          placeholder={placeholders.namePlaceholder}
          required
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
          placeholder={placeholders.descriptionPlaceholder}
          {...form.getInputProps('description')}
        />
        {children}
        <DialogActions isBusy={isBusy} isChanged={isDirty || form.isDirty()}>
          <Button loading={isBusy} type="submit">
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
