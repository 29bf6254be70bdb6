import { Modal } from '@mantine/core';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isField } from '#lib/focus/focus.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { useBeforeLeave } from './use-before-leave.ts';
import { DialogContext } from './use-close-dialog.ts';

interface DialogProps {
  title: string;
  /** If a form in the dialog has unsaved text, it is called only after the person has confirmed to discard it. */
  onClose: () => void;
  /** Called before `onClose` if the person discards the typed text. */
  onDiscard?: () => void;
  /** A request is running: the dialog cannot be closed. */
  isBusy?: boolean;
  /** A click beside the dialog does not close it, even if no text would be lost. */
  keepOpenOnClickOutside?: boolean;
  /** In CSS pixels. */
  width?: number;
  children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. Asks before it discards the typed text of its form: see `useCloseDialog`.
 */
export function Dialog({
  title,
  onClose,
  onDiscard,
  isBusy = false,
  keepOpenOnClickOutside,
  width = 440,
  children,
}: DialogProps) {
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const lastField = useRef<HTMLElement | null>(null);

  function close() {
    if (isBusy) return;
    if (isChanged) setAsking(true);
    else onClose();
  }
  // The form may change before Mantine replaces its keyboard listener, which must call the latest `close`.
  const latestClose = useRef(close);
  useLayoutEffect(() => {
    latestClose.current = close;
  });
  const [context] = useState(() => ({ close: () => latestClose.current(), setChanged }));

  useBeforeLeave(isChanged, close);

  return (
    <>
      <Modal
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
        closeOnClickOutside={!isBusy && !isChanged && !keepOpenOnClickOutside}
        closeOnEscape={!isAsking}
        onClose={context.close}
        onFocus={({ target }: FocusEvent<HTMLElement>) => {
          if (isField(target)) lastField.current = target;
        }}
        opened
        // `useDialog` and `closeModal` return it.
        returnFocus={false}
        size={width}
        // The header is sticky: the content must not show through.
        styles={{ header: { background: 'var(--color-raised)' } }}
        title={title}
      >
        <DialogContext value={context}>{children}</DialogContext>
      </Modal>
      {isAsking && (
        <DiscardQuestion
          onDiscard={() => {
            onDiscard?.();
            onClose();
          }}
          onKeep={() => {
            setAsking(false);
            lastField.current?.focus();
          }}
        />
      )}
    </>
  );
}
