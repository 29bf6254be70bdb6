import { Box, Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import styles from './instructions-field.module.css';
import type { useInstructionsDraft } from './use-instructions-draft.ts';

interface InstructionsFieldProps {
  draft: ReturnType<typeof useInstructionsDraft>;
  isBusy: boolean;
}

/** The instructions of a project, with the notice of a restored draft and of changes by another person. */
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
        {/* The key mounts it again for each saved text: when the next save is stopped, it must scroll to that text too. */}
        {draft.hasChangedMeanwhile && <ChangedMeanwhile draft={draft} key={draft.saved} />}
      </div>
    </>
  );
}

/**
 * Shows the instructions that another person saved since the draft was started. If this person had not seen them when
 * they saved, their save was stopped.
 */
function ChangedMeanwhile({ draft }: Pick<InstructionsFieldProps, 'draft'>) {
  const { isSaveStopped } = draft;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSaveStopped) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isSaveStopped]);
  return (
    <div className={styles.meanwhile} ref={box}>
      <p>
        The instructions were changed meanwhile.{' '}
        {isSaveStopped ? 'Nothing is saved yet: save again to replace these.' : 'Saving replaces these:'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div className={styles.theirs} dir="auto" tabIndex={0}>
        {draft.saved ?? 'They are empty now.'}
      </div>
      <Button onClick={draft.discard} size="compact-xs" variant="default">
        Discard yours
      </Button>
    </div>
  );
}
