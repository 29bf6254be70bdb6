'use client';

import { Textarea } from '@mantine/core';
import type { useInstructionsDraft } from './use-instructions-draft.ts';

interface InstructionsFieldProps {
  draft: ReturnType<typeof useInstructionsDraft>;
  isBusy: boolean;
}

export function InstructionsField({ draft, isBusy }: InstructionsFieldProps) {
  return (
    <Textarea
      autosize
      description="Every agent reads them before a task of the project. Markdown."
      disabled={draft.isLoading}
      error={draft.isFailed ? 'They could not be loaded. Close the dialog and open it again.' : draft.problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      label="Instructions for agents"
      maxRows={14}
      minRows={5}
      mt="md"
      onChange={({ currentTarget }) => draft.setText(currentTarget.value)}
      placeholder={
        draft.isLoading ? 'Loading…' : 'Where the code is, how to test it, and what a result should contain'
      }
      readOnly={isBusy}
      value={draft.text}
    />
  );
}
