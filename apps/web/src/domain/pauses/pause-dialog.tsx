import { pauseDefaults, textBounds } from '@crewboard/contracts';
import { Button, Checkbox, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { checkText } from '#lib/text/check-text.ts';
import { isolate } from '#lib/text/isolate.ts';
import { type PauseTarget, useChangePause } from './pause-mutations.ts';

const effects: Record<PauseTarget['kind'], string> = {
  agent: 'It starts no further task until someone resumes it.',
  project: 'No agent starts a task of this project until someone resumes it.',
  team: 'No agent of the team starts a task until someone resumes it.',
};

/** Asks for the reason and pauses. Agents and people read the reason. */
export function PauseDialog({ target, onClose }: { target: PauseTarget; onClose: () => void }) {
  const change = useChangePause();
  const busy = change.isPending;
  const form = useForm({
    initialValues: { reason: '', releases: false },
    validate: { reason: (reason) => checkText('The reason', textBounds.pauseReason, reason.trim()) },
    enhanceGetInputProps: () => ({ readOnly: busy }),
  });
  const submit = form.onSubmit(
    ({ reason, releases }) => {
      const request = { reason: reason.trim(), mode: releases ? ('release' as const) : ('finish' as const) };
      change.mutate(
        { target, request },
        {
          onSuccess() {
            onClose();
            showUndo({
              label: 'Paused',
              detail: target.name,
              sentence: `Paused: ${target.name}.`,
              onUndo: () =>
                change.mutateAsync({ target, request: null }).then(
                  () => true,
                  () => false,
                ),
            });
          },
        },
      );
    },
    () => form.getInputNode('reason')?.focus(),
  );

  return (
    <Dialog
      isBusy={busy}
      onClose={onClose}
      title={target.kind === 'team' ? 'Pause all agents?' : `Pause ${isolate(target.name)}?`}
    >
      <form noValidate onSubmit={submit}>
        <Text size="sm">{effects[target.kind]} Running tasks go on.</Text>
        <Textarea
          autosize
          data-autofocus
          label="Reason"
          maxRows={6}
          minRows={2}
          mt="md"
          placeholder="What is wrong, and what has to happen first"
          required
          {...form.getInputProps('reason')}
        />
        <Checkbox
          description={`Those that are not finished in ${pauseDefaults.graceSeconds} seconds go back to To do.`}
          label="Also take running tasks back"
          mt="md"
          {...form.getInputProps('releases', { type: 'checkbox' })}
        />
        <DialogActions isBusy={busy} isChanged={form.isDirty()}>
          <Button color="red" loading={busy} type="submit">
            Pause
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
