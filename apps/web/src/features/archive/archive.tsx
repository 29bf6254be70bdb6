'use client';

import { canWrite } from '@crewboard/contracts';
import { IconArchive } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { FilterSelect } from '#components/lists/filter-select.tsx';
import { LogEnd } from '#components/lists/log-end.tsx';
import { LogSkeleton } from '#components/lists/log-skeleton.tsx';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { boardParsers, boardUrlKeys, hasFilters, parseSearch } from '#domain/board/board-filters.ts';
import { SearchField } from '#domain/board/search-field.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { byId } from '#lib/by-id.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useSkipEmptyPages } from '#lib/trpc/use-skip-empty-pages.ts';
import { withoutNulls } from '#lib/url/url-state.ts';
import { archiveOptions } from './archive-query.ts';
import { ArchiveRow } from './archive-row.tsx';

const columns: Column[] = [
  { name: 'Task' },
  { name: 'Project', wide: true },
  { name: 'Archived', wide: true },
  { name: 'Actions', silent: true },
];

const parsers = { projectId: boardParsers.projectId, search: boardParsers.search };

/** The tasks that were put away, which can be found and restored. */
export function Archive() {
  const trpc = useTRPC();
  const { id: teamId, role } = useTeam();
  const [{ projectId, search }, setFilters] = useQueryStates(parsers, { urlKeys: boardUrlKeys });
  const filters = withoutNulls({ projectId, search });
  const archive = useInfiniteQuery({
    ...archiveOptions(trpc, teamId, filters),
    placeholderData: keepPreviousData,
  });
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId })).data;
  const projectById = useMemo(() => byId(projects), [projects]);
  useSkipEmptyPages(archive, archive.data?.pages.at(-1)?.tasks.length === 0);
  const tasks = (archive.data?.pages ?? []).flatMap((page) => page.tasks);
  const options = (projects ?? []).map(({ id, name }) => ({ value: id, label: name }));
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
          searchable={options.length > 8}
          value={projectId ?? undefined}
        />
      </PageHeader>
      {archive.isPending && <LogSkeleton label="Loading the archive" rows={8} widths={[200, 80]} />}
      {archive.isError && !archive.data && (
        <ErrorState error={archive.error} onRetry={() => void archive.refetch()} />
      )}
      {tasks.length > 0 && (
        <DataTable columns={columns} label="Archived tasks">
          {tasks.map((task) => (
            <ArchiveRow
              // Only the project as a whole can be restored, in the settings.
              canRestore={canWrite(role) && projectById.has(task.projectId)}
              key={task.id}
              projectName={projectById.get(task.projectId)?.name}
              task={task}
            />
          ))}
        </DataTable>
      )}
      {(tasks.length > 0 || archive.hasNextPage) && (
        <LogEnd
          log={archive}
          nothingBefore="and nothing more"
          shown={`${formatNumber(tasks.length)} ${tasks.length === 1 ? 'task' : 'tasks'}`}
        />
      )}
      {isEmpty && hasFilters(filters) && (
        <NothingMatches icon={<IconArchive aria-hidden stroke={1.5} />} onClear={() => void setFilters(null)}>
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
    </>
  );
}
