import type { ListedProject } from '@crewboard/contracts';
import { PauseDialog } from '#domain/pauses/pause-dialog.tsx';
import { ArchiveProjectDialog } from './archive-project-dialog.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { ProjectForm } from './form/project-form.tsx';
import { InstructionsDialog } from './instructions-dialog.tsx';

export type OpenProjectDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'instructions' | 'pause' | 'archive' | 'delete'; project: ListedProject };

interface ProjectDialogsProps {
  dialog: OpenProjectDialog;
  onClose: () => void;
}

/** The open dialog of the page. One component for all dialogs, so that they load as one chunk. */
export function ProjectDialogs({ dialog, onClose }: ProjectDialogsProps) {
  switch (dialog.kind) {
    case 'create':
      return <ProjectForm onClose={onClose} project={null} />;
    case 'edit':
      return <ProjectForm onClose={onClose} project={dialog.project} />;
    case 'instructions':
      return <InstructionsDialog onClose={onClose} project={dialog.project} />;
    case 'pause': {
      const { id, name } = dialog.project;
      return <PauseDialog onClose={onClose} target={{ kind: 'project', id, name }} />;
    }
    case 'archive':
      return <ArchiveProjectDialog onClose={onClose} project={dialog.project} />;
    case 'delete':
      return <DeleteProjectDialog onClose={onClose} project={dialog.project} />;
  }
}
