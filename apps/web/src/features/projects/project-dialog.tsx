'use client';

import { attemptLimit, type ListedProject } from '@crewboard/contracts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { NameDialog } from '#components/dialogs/name-dialog.tsx';
import { useDraftKeptToast } from '#domain/drafts/use-draft-kept-toast.ts';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { checkArchiveDays, toArchiveDays } from './archive-days.ts';
import { checkAttemptLimit, toMaxAttempts } from './attempt-limit.ts';
import { AttemptLimitField } from './attempt-limit-field.tsx';
import { InstructionsField } from './instructions-field.tsx';
import { useSaveProject } from './project-mutations.ts';
import { StaleTimeField } from './stale-time-field.tsx';
import { useInstructionsDraft } from './use-instructions-draft.ts';
import { useStaleTimes } from './use-stale-times.ts';

type ProjectChange = Parameters<ReturnType<typeof useSaveProject>['update']['mutate']>[0];

interface ProjectDialogProps {
  /** Null creates a new one. */
  project: ListedProject | null;
  onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const team = useTeam();
  const { create, update } = useSaveProject();
  const stored = project ? project.maxAttempts : attemptLimit.whenAbsent;
  const [limit, setLimit] = useState({
    text: String(stored ?? attemptLimit.whenAbsent),
    isUnlimited: stored === null,
  });
  const problem = checkAttemptLimit(limit);
  const maxAttempts = toMaxAttempts(limit);
  const isLimitChanged = maxAttempts !== stored;
  const [days, setDays] = useState(String(project?.archiveAfterDays ?? ''));
  const daysProblem = checkArchiveDays(days);
  const archiveAfterDays = toArchiveDays(days);
  const isDaysChanged = archiveAfterDays !== (project?.archiveAfterDays ?? null);
  const stale = useStaleTimes(project);
  const draft = useInstructionsDraft(project?.id);
  const title = project ? `Edit ${isolate(project.name)}` : 'New project';
  const [isChecking, setChecking] = useState(false);
  const isBusy = create.isPending || update.isPending || isChecking;
  const done = {
    onSuccess() {
      draft.discard();
      onClose();
    },
  };
  const showDraftKept = useDraftKeptToast(title);

  async function save(change: ProjectChange) {
    setChecking(true);
    try {
      if (await draft.mayReplace()) update.mutate(change, done);
    } catch (error) {
      showError(error);
    } finally {
      setChecking(false);
    }
  }

  function close() {
    if (draft.isChanged && draft.isKept()) showDraftKept();
    onClose();
  }

  return (
    <NameDialog
      busy={isBusy}
      descriptionPlaceholder="Which tasks belong in it"
      initial={project ?? undefined}
      isDirty={isLimitChanged || isDaysChanged || stale.isChanged}
      isDraftChanged={draft.isChanged}
      namePlaceholder="Website"
      onClose={close}
      onDiscard={draft.discard}
      onSubmit={(values, changed) => {
        if (problem || daysProblem || !stale.isValid || draft.problem) return;
        const { instructions, isChanged } = draft;
        if (!project) {
          const created = { ...values, instructions, maxAttempts, archiveAfterDays, ...stale.all };
          return create.mutate({ teamId: team.id, ...created }, done);
        }
        const further = {
          ...(isLimitChanged && { maxAttempts }),
          ...(isDaysChanged && { archiveAfterDays }),
          ...stale.changed,
          ...(isChanged && { instructions }),
        };
        void save({ projectId: project.id, ...changed, ...further });
      }}
      submitLabel={project ? 'Save' : 'Create project'}
      title={title}
      width={560}
    >
      <InstructionsField draft={draft} isBusy={isBusy} />
      <AttemptLimitField onChange={setLimit} problem={problem} value={limit} />
      <TextInput
        autoComplete="off"
        description="Done and cancelled tasks go to the archive after this many days. Empty: never."
        error={daysProblem}
        inputMode="numeric"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label="Archive after days"
        mt="md"
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
        placeholder="Never"
        value={days}
      />
      <StaleTimeField
        description="Without a sign of work for this time, a task that an agent holds without a lease, or has not started, is stale."
        label="Work is stale after"
        {...stale.work.field}
      />
      <StaleTimeField
        description="A task that nobody has claimed from the queue for this time is stale."
        label="The queue is stale after"
        {...stale.queue.field}
      />
    </NameDialog>
  );
}
