'use client';

import { attemptLimit, type Project } from '@crewboard/contracts';
import { useState } from 'react';
import { NameDialog } from '#components/dialogs/name-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { checkAttemptLimit, toMaxAttempts } from './attempt-limit.ts';
import { AttemptLimitField } from './attempt-limit-field.tsx';
import { useSaveProject } from './project-mutations.ts';

interface ProjectDialogProps {
  /** Null creates a new one. */
  project: Project | null;
  onClose: () => void;
}

export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const team = useTeam();
  const { create, update } = useSaveProject();
  const done = { onSuccess: onClose };
  const stored = project ? project.maxAttempts : attemptLimit.whenAbsent;
  const [limit, setLimit] = useState({
    text: String(stored ?? attemptLimit.whenAbsent),
    isUnlimited: stored === null,
  });
  const problem = checkAttemptLimit(limit);
  const maxAttempts = toMaxAttempts(limit);
  const isLimitChanged = maxAttempts !== stored;

  return (
    <NameDialog
      busy={create.isPending || update.isPending}
      descriptionPlaceholder="Which tasks belong in it"
      initial={project ?? undefined}
      isDirty={isLimitChanged}
      namePlaceholder="Website"
      onClose={onClose}
      onSubmit={(values, changed) => {
        if (problem) return;
        if (!project) return create.mutate({ teamId: team.id, ...values, maxAttempts }, done);
        update.mutate({ projectId: project.id, ...changed, ...(isLimitChanged && { maxAttempts }) }, done);
      }}
      submitLabel={project ? 'Save' : 'Create project'}
      title={project ? `Edit ${isolate(project.name)}` : 'New project'}
    >
      <AttemptLimitField onChange={setLimit} problem={problem} value={limit} />
    </NameDialog>
  );
}
