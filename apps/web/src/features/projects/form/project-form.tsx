import type { ListedProject } from '@crewboard/contracts';
import { useState } from 'react';
import { NameDialog } from '#components/dialogs/name-dialog.tsx';
import { useDraftKeptToast } from '#domain/drafts/use-draft-kept-toast.ts';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useSaveProject } from '../project-mutations.ts';
import { InstructionsField } from './instructions-field.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { useInstructionsDraft } from './use-instructions-draft.ts';
import { useProjectSettings } from './use-project-settings.ts';

type ProjectChange = Parameters<ReturnType<typeof useSaveProject>['update']['mutate']>[0];

interface ProjectFormProps {
  /** Null for a new project. */
  project: ListedProject | null;
  onClose: () => void;
}

/** The dialog that creates or changes a project. Instructions that are not saved stay in the browser as a draft. */
export function ProjectForm({ project, onClose }: ProjectFormProps) {
  const team = useTeam();
  const { create, update } = useSaveProject();
  const settings = useProjectSettings(project);
  const draft = useInstructionsDraft(project?.id);
  const title = project ? `Edit ${isolate(project.name)}` : 'New project';
  const [isChecking, setChecking] = useState(false);
  const isBusy = create.isPending || update.isPending || isChecking;
  const handlers = {
    onSuccess() {
      draft.discard();
      onClose();
    },
  };
  const showDraftKept = useDraftKeptToast(title);

  async function save(change: ProjectChange) {
    setChecking(true);
    try {
      if (await draft.mayReplaceSaved()) update.mutate(change, handlers);
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
      isBusy={isBusy}
      descriptionPlaceholder="Which tasks belong in it"
      initial={project ?? undefined}
      isDirty={settings.isChanged}
      isDraftChanged={draft.isChanged}
      namePlaceholder="Website"
      onClose={close}
      onDiscard={draft.discard}
      onSubmit={(values, changed) => {
        if (!settings.isValid || draft.problem) return;
        const { instructions, isChanged } = draft;
        if (!project) {
          const created = { ...values, instructions, ...settings.values };
          return create.mutate({ teamId: team.id, ...created }, handlers);
        }
        const further = { ...settings.changedValues, ...(isChanged && { instructions }) };
        void save({ projectId: project.id, ...changed, ...further });
      }}
      submitLabel={project ? 'Save' : 'Create project'}
      title={title}
      width={560}
    >
      <InstructionsField draft={draft} isBusy={isBusy} />
      <SettingsFields settings={settings} />
    </NameDialog>
  );
}
