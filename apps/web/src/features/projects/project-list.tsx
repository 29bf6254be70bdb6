'use client';

import { canManage } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { ArchivedProjects } from './archived-projects.tsx';
import type { OpenProjectDialog } from './project-dialogs.tsx';
import { ProjectRow } from './project-row.tsx';
import { archivedProjectsOptions, projectsOptions } from './projects-query.ts';

const ProjectDialogs = lazyPart(async () => (await import('./project-dialogs.tsx')).ProjectDialogs);

const COLUMNS: Column[] = [
  { name: 'Name' },
  { name: 'Tasks', wideOnly: true, numeric: true },
  { name: 'Created', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** The projects of the team, and those that are archived. Admins and owners manage them. */
export function ProjectList() {
  const team = useTeam();
  const trpc = useTRPC();
  const projects = useQuery(projectsOptions(trpc, team.id));
  const archived = useQuery(archivedProjectsOptions(trpc, team.id));
  const { dialog, open, close } = useDialog<OpenProjectDialog>();
  const manages = canManage(team.role);
  usePreload(ProjectDialogs);
  const createButton = manages && (
    <Button leftSection={<IconPlus aria-hidden size={15} />} onClick={() => open({ kind: 'create' })}>
      New project
    </Button>
  );

  return (
    <>
      <SectionHeader action={createButton} title="Projects">
        Each task belongs to a project. You can filter the board by project.
      </SectionHeader>
      {projects.data && projects.data.length > 0 && (
        <DataTable columns={COLUMNS} label="Projects">
          {projects.data.map((project) => (
            <ProjectRow key={project.id} onOpen={open} project={project} />
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
      <ArchivedProjects onDelete={(project) => open({ kind: 'delete', project })} />
      {dialog && <ProjectDialogs dialog={dialog} onClose={close} />}
    </>
  );
}
