import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Warning } from '../notices/warning.tsx';
import { Step } from '../page/step.tsx';
import { Dialog } from './dialog.tsx';
import { SecretField } from './secret-field.tsx';
import { useBeforeLeave } from './use-before-leave.ts';

interface SecretDialogProps {
  title: string;
  /** "token", "key", "secret" or "link". */
  kind: string;
  /** The introduction; by default, that only a hash of the secret is stored. */
  lead?: string;
  secret: string;
  /** The number of this step, if `children` are further steps. */
  step?: number;
  /** Commands that use the secret. They call `onCopied` once a command that contains the secret is copied. */
  children: (onCopied: () => void) => ReactNode;
  onClose: () => void;
}

/** Shows a new secret, which cannot be shown again. Asks before it closes if the secret has not been copied. */
export function SecretDialog({ title, kind, lead, secret, step, children, onClose }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  const leave = () => (isCopied ? onClose() : setAsking(true));
  const stay = () => {
    setAsking(false);
    copyButton.current?.focus();
  };
  const markCopied = () => {
    setCopied(true);
    setAsking(false);
  };

  useBeforeLeave(!isCopied, leave);

  const shownOnce = (
    <>
      <Text c="dimmed" size="sm">
        {lead ?? `This ${kind} is shown once: only a hash of it is kept. Copy it to where it will be used.`}
      </Text>
      <SecretField buttonRef={copyButton} kind={kind} onCopied={markCopied} secret={secret} />
    </>
  );

  return (
    <Dialog keepOpenOnClickOutside onClose={leave} title={title} width={640}>
      <Stack gap="md">
        {step === undefined ? (
          shownOnce
        ) : (
          <Step number={step} title={`Copy the ${kind}`}>
            {shownOnce}
          </Step>
        )}
        {children(markCopied)}
        {isAsking ? (
          <LeaveUncopied kind={kind} onLeave={onClose} onStay={stay} />
        ) : (
          <Button ml="auto" onClick={leave} variant={isCopied ? 'filled' : 'default'}>
            Done
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

interface LeaveUncopiedProps {
  kind: string;
  onStay: () => void;
  onLeave: () => void;
}

function LeaveUncopied({ kind, onStay, onLeave }: LeaveUncopiedProps) {
  return (
    <Warning
      role="alert"
      // Mantine would clip the outline of a focused button.
      styles={{ message: { overflow: 'visible' } }}
      title={`The ${kind} has not been copied`}
    >
      It cannot be shown again. Without it, create a new one.
      <Group gap="xs" mt="sm">
        <Button autoFocus onClick={onStay} variant="default">
          Back to the {kind}
        </Button>
        <Button color="red" onClick={onLeave} variant="subtle">
          Close without copying
        </Button>
      </Group>
    </Warning>
  );
}
