'use client';

import { Box, Text, Textarea } from '@mantine/core';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import type { useInstructionsDraft } from './use-instructions-draft.ts';

interface InstructionsFieldProps {
  draft: ReturnType<typeof useInstructionsDraft>;
  isBusy: boolean;
}

export function InstructionsField({ draft, isBusy }: InstructionsFieldProps) {
  return (
    <>
      {draft.isRestored && (
        <Box mt="md">
          <DraftNotice onDiscard={draft.discard}>Draft restored</DraftNotice>
        </Box>
      )}
      <Textarea
        autosize
        description="Every agent reads them before a task of the project. Markdown."
        disabled={draft.isLoading}
        error={
          draft.isFailed ? 'They could not be loaded. Close the dialog and open it again.' : draft.problem
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label="Instructions for agents"
        maxRows={14}
        minRows={5}
        mt={draft.isRestored ? 0 : 'md'}
        onChange={({ currentTarget }) => draft.change(currentTarget.value)}
        placeholder={
          draft.isLoading ? 'Loading…' : 'Where the code is, how to test it, and what a result should contain'
        }
        readOnly={isBusy}
        value={draft.text}
      />
      <div role="status">
        {draft.hasChangedMeanwhile && (
          <Text c="var(--color-warn)" mt={4} size="xs">
            The instructions were changed meanwhile. Saving replaces them.
          </Text>
        )}
      </div>
    </>
  );
}
