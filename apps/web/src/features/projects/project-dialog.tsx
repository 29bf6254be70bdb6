'use client';

import type { Project } from '@crewboard/contracts';
import { NameDialog } from '../../components/name-dialog.tsx';
import { useTeam } from '../../domain/team/team.tsx';
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

  return (
    <NameDialog
      busy={create.isPending || update.isPending}
      descriptionPlaceholder="What belongs into it"
      initial={project ?? undefined}
      namePlaceholder="Website"
      onClose={onClose}
      onSubmit={(values) =>
        project
          ? update.mutate({ projectId: project.id, ...values }, done)
          : create.mutate({ teamId: team.id, ...values }, done)
      }
      submitLabel={project ? 'Save' : 'Create project'}
      title={project ? `Rename and describe ${project.name}` : 'New project'}
    />
  );
}
