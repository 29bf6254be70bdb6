import { Button, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { quote } from '#lib/text/isolate.ts';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

interface TypedConfirmDialogProps {
  title: string;
  /** Says what will be lost. */
  children: ReactNode;
  /** The text that the person has to type. Letter case and white space do not count. */
  phrase: string;
  confirmLabel: string;
  /** The mutation. The dialog shows why the service has rejected it. */
  request: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
}

const normalize = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Asks before an action that cannot be undone. The person types a phrase, so that nobody confirms by habit. */
export function TypedConfirmDialog({
  title,
  children,
  phrase,
  confirmLabel,
  ...props
}: TypedConfirmDialogProps) {
  const { request, onConfirm, onClose } = props;
  const { isPending: isBusy, error } = request;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const problem = error ? toDisplayedProblem(error).detail : null;

  function submit(): void {
    const isRight = normalize(typed) === normalize(phrase);
    setWrong(!isRight);
    if (isRight) onConfirm();
    else field.current?.focus();
  }

  return (
    <Dialog isBusy={isBusy} onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        <TextInput
          aria-describedby={problem ? problemId : undefined}
          autoComplete="off"
          data-autofocus
          error={isWrong && `That does not match. Type ${quote(phrase)}, or cancel.`}
          label={`Type ${quote(phrase)} to confirm`}
          mt="md"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(false);
          }}
          readOnly={isBusy}
          ref={field}
          spellCheck={false}
          styles={{ label: { overflowWrap: 'anywhere' } }}
          value={typed}
        />
        {problem && (
          <Text c="var(--color-bad)" id={problemId} mt="xs" role="alert" size="sm">
            {problem}
          </Text>
        )}
        <DialogActions isBusy={isBusy}>
          <Button color="red" loading={isBusy} type="submit">
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
