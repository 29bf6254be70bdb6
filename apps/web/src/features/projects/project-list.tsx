'use client';

import { canDelete, canManage, canPause, type ListedProject } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { PauseDialog } from '#domain/pauses/lazy-pauses.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { ArchivedProjects } from './archived-projects.tsx';
import {
  ArchiveProjectDialog,
  DeleteProjectDialog,
  InstructionsDialog,
  ProjectDialog,
} from './lazy-dialogs.ts';
import { ProjectRow } from './project-row.tsx';
import { archivedProjectsOptions, projectsOptions } from './projects-query.ts';

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Tasks', wide: true, numeric: true },
  { name: 'Created', wide: true },
];
const ACTIONS: Column = { name: 'Actions', silent: true };

export function ProjectList() {
  const team = useTeam();
  const trpc = useTRPC();
  const projects = useQuery(projectsOptions(trpc, team.id));
  const archived = useQuery(archivedProjectsOptions(trpc, team.id));
  const { dialog, open, close } = useDialog<
    | { project: ListedProject | null }
    | { pauses: ListedProject }
    | { archives: ListedProject }
    | { deletes: ListedProject }
    | { instructs: ListedProject }
  >();
  const manages = canManage(team.role);
  const mayPause = canPause(team.role);
  usePreload(PauseDialog, ProjectDialog, ArchiveProjectDialog, DeleteProjectDialog, InstructionsDialog);
  const createButton = manages && (
    <Button leftSection={<IconPlus aria-hidden size={15} />} onClick={() => open({ project: null })}>
      New project
    </Button>
  );

  return (
    <>
      <SectionHeader action={createButton} title="Projects">
        Each task belongs to a project. You can filter the board by project.
      </SectionHeader>
      {projects.data && projects.data.length > 0 && (
        <DataTable columns={[...COLUMNS, ACTIONS]} label="Projects">
          {projects.data.map((project) => (
            <ProjectRow
              key={project.id}
              onArchive={manages ? () => open({ archives: project }) : undefined}
              onRead={() => open({ instructs: project })}
              onEdit={manages ? () => open({ project }) : undefined}
              onPause={mayPause ? () => open({ pauses: project }) : undefined}
              project={project}
            />
          ))}
        </DataTable>
      )}
      {projects.data?.length === 0 && !archived.isPending && (
        <EmptyState
          action={createButton}
          icon={<IconStack2 aria-hidden />}
          title={archived.data?.length ? 'All projects are archived' : 'No projects yet'}
        >
          {manages ? 'Create a project to hold your tasks.' : 'An admin of the team creates them.'}
        </EmptyState>
      )}
      <QueryError query={projects} />
      <ArchivedProjects
        canRestore={manages}
        onDelete={canDelete(team.role) ? (project) => open({ deletes: project }) : undefined}
      />
      {dialog && 'deletes' in dialog && <DeleteProjectDialog onClose={close} project={dialog.deletes} />}
      {dialog && 'archives' in dialog && <ArchiveProjectDialog onClose={close} project={dialog.archives} />}
      {dialog && 'instructs' in dialog && <InstructionsDialog onClose={close} project={dialog.instructs} />}
      {dialog && 'project' in dialog && <ProjectDialog onClose={close} project={dialog.project} />}
      {dialog && 'pauses' in dialog && (
        <PauseDialog
          onClose={close}
          target={{ kind: 'project', id: dialog.pauses.id, name: dialog.pauses.name }}
        />
      )}
    </>
  );
}
