import { type BoardTask, canDelete, canWrite, type ProjectSummary } from '@crewboard/contracts';
import { IconArchive } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { ListSkeleton } from '#components/lists/list-skeleton.tsx';
import { LogEnd } from '#components/lists/log-end.tsx';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { SidePanelArea } from '#components/page/side-panel-area.tsx';
import { boardParsers, boardUrlKeys, hasFilters, parseSearch } from '#domain/board/board-filters.ts';
import { DeleteTaskDialog } from '#domain/board/changes/lazy-delete-task.ts';
import { SearchField } from '#domain/board/search/search-field.tsx';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useSkipEmptyPages } from '#lib/trpc/use-skip-empty-pages.ts';
import { withoutNulls } from '#lib/url/url-state.ts';
import styles from './archive.module.css';
import { archiveOptions } from './archive-query.ts';
import { type ArchiveProject, ArchiveRow } from './archive-row.tsx';

const columns: Column[] = [
  { name: 'Task' },
  { name: 'Project', wideOnly: true },
  { name: 'Archived', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

const parsers = { projectId: boardParsers.projectId, search: boardParsers.search };

/** The page with the archived tasks, to search, restore and delete. `panel` is the open task. */
export function Archive({ panel }: { panel: ReactNode }) {
  const trpc = useTRPC();
  const { id: teamId, role } = useTeam();
  const [{ projectId, search }, setFilters] = useQueryStates(parsers, { urlKeys: boardUrlKeys });
  const filters = withoutNulls({ projectId, search });
  const archive = useInfiniteQuery({
    ...archiveOptions(trpc, teamId, filters),
    placeholderData: keepPreviousData,
  });
  const { taskId, pathOfTask, openTask } = useBoardLocation();
  const { dialog: taskToDelete, open, close } = useDialog<BoardTask>();
  usePreload(DeleteTaskDialog);
  const { projectById, options } = useProjects(teamId);
  useSkipEmptyPages(archive, archive.data?.pages.at(-1)?.tasks.length === 0);
  const tasks = (archive.data?.pages ?? []).flatMap((page) => page.tasks);
  const shown = `${formatNumber(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'}`;
  // A page may be empty although the next one is not: see `useSkipEmptyPages`.
  const isEmpty = archive.data !== undefined && tasks.length === 0 && !archive.hasNextPage;

  return (
    <>
      <PageHeader title="Archive">
        <SearchField
          label="Search the archive"
          onChange={(text) => void setFilters({ search: parseSearch(text) ?? null })}
          value={search ?? ''}
        />
        <FilterSelect
          all="All projects"
          data={options}
          label="Project"
          onChange={(id) => void setFilters({ projectId: id })}
          // `SearchSelect` decides the same, but `FilterSelect` shows a stand-in until it is loaded.
          searchable={projectById.size > 8}
          value={projectId ?? undefined}
        />
      </PageHeader>
      <SidePanelArea>
        <div className={styles.content}>
          {archive.isPending && <ListSkeleton label="Loading the archive" rows={8} widths={[200, 80]} />}
          <QueryError query={archive} />
          {tasks.length > 0 && (
            <DataTable columns={columns} label="Archived tasks">
              {tasks.map((task) => (
                <ArchiveRow
                  // A task of an archived project is restored only with the project, in the settings.
                  canRestore={canWrite(role) && projectById.get(task.projectId)?.isArchived === false}
                  href={pathOfTask(task.id)}
                  isOpen={task.id === taskId}
                  key={task.id}
                  onDelete={canDelete(role) ? open : undefined}
                  onOpen={openTask}
                  project={projectById.get(task.projectId)}
                  task={task}
                />
              ))}
            </DataTable>
          )}
          {(tasks.length > 0 || archive.hasNextPage) && (
            <LogEnd end={`${shown} in total`} log={archive} shown={shown} />
          )}
          {isEmpty && hasFilters(filters) && (
            <NothingMatches
              icon={<IconArchive aria-hidden stroke={1.5} />}
              onClear={() => void setFilters(null)}
            >
              Search for another text, or choose another project.
            </NothingMatches>
          )}
          {isEmpty && !hasFilters(filters) && (
            <EmptyState icon={<IconArchive aria-hidden stroke={1.5} />} title="Nothing is archived">
              {canWrite(role)
                ? 'Archive a task in its panel. A project can archive what is closed by itself: see its settings.'
                : 'Tasks that members archive appear here.'}
            </EmptyState>
          )}
        </div>
        {panel}
        {taskToDelete && <DeleteTaskDialog onClose={close} task={taskToDelete} />}
      </SidePanelArea>
    </>
  );
}

/** All projects of the team by id, and as options of the filter, in which the archived ones come last. */
function useProjects(teamId: string) {
  const { summaries } = useTRPC().projects;
  const active = useQuery(summaries.queryOptions({ teamId })).data;
  const archived = useQuery(summaries.queryOptions({ teamId, archived: true })).data;
  return useMemo(() => {
    const toOption = ({ id, name }: ProjectSummary) => ({ value: id, label: name });
    const entry = ({ id, name }: ProjectSummary, isArchived: boolean) => [id, { name, isArchived }] as const;
    const projectById = new Map<string, ArchiveProject>([
      ...(archived ?? []).map((project) => entry(project, true)),
      ...(active ?? []).map((project) => entry(project, false)),
    ]);
    const group = { group: 'Archived projects', items: (archived ?? []).map(toOption) };
    const options = [...(active ?? []).map(toOption), ...(group.items.length > 0 ? [group] : [])];
    return { projectById, options };
  }, [active, archived]);
}
