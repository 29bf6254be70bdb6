import { canDelete, canManage, type ListedProject } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ArchivedActions } from '#components/lists/archived-actions.tsx';
import { Cell, DataTable } from '#components/lists/data-table.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useArchiveProject } from './project-mutations.ts';
import styles from './project-row.module.css';
import { archivedProjectsOptions } from './projects-query.ts';

/** The archived projects; renders nothing while there are none. */
export function ArchivedProjects({ onDelete }: { onDelete: (project: ListedProject) => void }) {
  const { id: teamId, role } = useTeam();
  const projects = useQuery(archivedProjectsOptions(useTRPC(), teamId));
  const { restore } = useArchiveProject();
  const [busyId, setBusyId] = useState<string | null>(null);
  function startRestore(project: ListedProject) {
    setBusyId(project.id);
    restore(project, () => setBusyId(null));
  }

  if (!projects.data) return <QueryError query={projects} />;
  if (projects.data.length === 0) return null;
  return (
    <>
      <SectionHeader title="Archived projects">
        They are in no list, and their tasks are in the archive. Restored, both come back; deleted, neither
        does.
      </SectionHeader>
      <DataTable
        columns={[
          { name: 'Name' },
          { name: 'Archived', wideOnly: true },
          { name: 'Actions', isNameHidden: true },
        ]}
        label="Archived projects"
      >
        {projects.data.map((project) => (
          <tr key={project.id}>
            <Cell>
              <span className={styles.name} dir="auto">
                {project.name}
              </span>
            </Cell>
            <Cell wideOnly>{project.archivedAt && <RelativeTime time={project.archivedAt} />}</Cell>
            <Cell>
              <ArchivedActions
                isRestoring={busyId === project.id}
                name={project.name}
                onDelete={canDelete(role) ? () => onDelete(project) : undefined}
                onRestore={canManage(role) ? () => startRestore(project) : undefined}
              />
            </Cell>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
