import { type BoardTask, textBounds } from '@crewboard/contracts';
import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { useReleaseTask } from '#domain/board/changes/task-mutations.ts';
import { isText, useDraft } from '#domain/drafts/use-draft.ts';
import { checkText } from '#lib/text/check-text.ts';

interface ReleaseDialogProps {
  task: BoardTask;
  agentName: string;
  onClose: () => void;
}

/** Takes a task from its agent, with a reason for its history. */
export function ReleaseDialog({ task, agentName, onClose }: ReleaseDialogProps) {
  const draft = useDraft('release', isText, task.id);
  const [reason, setReason] = useState(() => draft.read() ?? '');
  const release = useReleaseTask();
  const problem = checkText('The reason', textBounds.reason, reason.trim());

  /** Keeps the reason as a draft until the response: after a failure, the dialog opens with it again. */
  async function send(text: string): Promise<void> {
    if (text) draft.keep(text);
    else draft.remove();
    if (await release(task, text || undefined)) draft.remove();
  }

  return (
    <Dialog onClose={onClose} onDiscard={draft.remove} title="Release this task?">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (problem) return;
          void send(reason.trim());
          onClose();
        }}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {agentName} loses the claim, and the task goes back to To do, where any agent can claim it.
        </Text>
        <Textarea
          autosize
          data-autofocus
          description="Shown in the activity of the task."
          error={problem}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          label="Reason (optional)"
          maxRows={8}
          minRows={2}
          mt="md"
          onChange={(event) => setReason(event.currentTarget.value)}
          value={reason}
        />
        <DialogActions isChanged={reason.trim() !== ''}>
          <Button disabled={problem !== null} type="submit">
            Release task
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
