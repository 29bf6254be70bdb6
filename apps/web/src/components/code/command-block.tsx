'use client';

import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './command-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandBlockProps {
  text: string;
  /** What the command does, in a few words, for the copy button. */
  subject: string;
  onCopied?: () => void;
  /** The same text with markup. */
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
  /** What to do with it, above it. */
  title: string;
  subject: string;
  text: string;
  /** Whether the text has the secret: then a copy of it counts as one of the secret. */
  secret: boolean;
}

/** The commands that use a secret, for the dialog that shows it. */
export function TitledCommands({ commands, onCopied }: { commands: TitledCommand[]; onCopied: () => void }) {
  return commands.map(({ title, subject, text, secret }) => (
    <Stack gap={6} key={title}>
      <Text c="dimmed" size="xs">
        {title}
      </Text>
      <CommandBlock onCopied={secret ? onCopied : undefined} subject={subject} text={text} />
    </Stack>
  ));
}

/** A command whose options are never broken after their hyphens. */
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
