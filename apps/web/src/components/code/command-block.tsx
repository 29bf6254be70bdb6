'use client';

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandBlockProps {
  text: string;
  /** Names the command, for screen readers. */
  subject: string;
  onCopied?: () => void;
  /** The text with markup. */
  children?: ReactNode;
}

/** A command to run in a terminal, with a button that copies it. */
export function CommandBlock({ text, subject, onCopied, children }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} onCopy={onCopied}>
        <code>{children ?? <CommandWords text={text} />}</code>
      </pre>
      <CopyButton onCopied={onCopied} subject={subject} text={text} />
    </div>
  );
}

interface TitledCommand {
  /** Shown above the command. */
  title: string;
  subject: string;
  text: string;
  /** Whether the command contains the secret: copying it then counts as copying the secret. */
  hasSecret: boolean;
}

/** Commands that use a secret, for the dialog that shows the secret. */
export function TitledCommands({ commands, onCopied }: { commands: TitledCommand[]; onCopied: () => void }) {
  return commands.map(({ title, subject, text, hasSecret }) => (
    <Stack gap={6} key={title}>
      <Text c="dimmed" size="xs">
        {title}
      </Text>
      <CommandBlock onCopied={hasSecret ? onCopied : undefined} subject={subject} text={text} />
    </Stack>
  ));
}

/** Prevents line breaks after the hyphens of options. */
function CommandWords({ text }: { text: string }) {
  return [...text.matchAll(/\s+|\S+/g)].map(({ 0: word, index }) =>
    word.startsWith('-') ? (
      <span className={styles.option} key={index}>
        {word}
      </span>
    ) : (
      word
    ),
  );
}
