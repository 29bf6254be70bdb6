'use client';

import { canWrite } from '@crewboard/contracts';
import { IconPlus, IconUserCheck } from '@tabler/icons-react';
import { usePathname, useRouter } from 'next/navigation';
import { useQueryState } from 'nuqs';
import { parseAsStringLiteral } from 'nuqs/server';
import { useAccountId } from '#domain/account/account-id.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { TeamPageIcon } from '#domain/team/team-page-icon.tsx';
import { pagesFor } from '#domain/team/team-pages.ts';
import { type Command, useRegisterCommands } from '#lib/commands/commands.tsx';

/** Registers the commands that have a shortcut. The shortcuts work before the palette itself is loaded. */
export function useAppCommands(): void {
  const team = useTeam();
  const personId = useAccountId();
  const router = useRouter();
  const openNewTask = useOpenNewTask();

  const newTask: Command = {
    id: 'new-task',
    label: 'New task',
    group: 'Actions',
    icon: <IconPlus aria-hidden size={16} stroke={1.6} />,
    shortcut: 'c',
    keywords: ['create', 'add'],
    run: openNewTask,
  };

  const myTasks: Command = {
    id: 'my-tasks',
    label: 'Go to My tasks',
    group: 'Pages',
    icon: <IconUserCheck aria-hidden size={16} stroke={1.6} />,
    shortcut: 'g m',
    run: () => router.push(`/t/${team.id}/board?person=${personId}`),
  };

  useRegisterCommands([
    ...(canWrite(team.role) ? [newTask] : []),
    myTasks,
    ...pagesFor(team.role).map(({ path, name, shortcut }) => ({
      id: `page-${path}`,
      label: `Go to ${name}`,
      group: 'Pages',
      icon: <TeamPageIcon page={path} />,
      shortcut,
      keywords: path === 'archive' ? ['archived', 'restore'] : [],
      run: () => router.push(`/t/${team.id}/${path}`),
    })),
  ]);
}

/** Returns a function that opens the dialog for a new task. An open board keeps its filters and its open task. */
function useOpenNewTask(): () => void {
  const router = useRouter();
  const board = `/t/${useTeam().id}/board`;
  const isOnBoard = `${usePathname()}/`.startsWith(`${board}/`);
  const [, setRequested] = useQueryState(
    'new',
    parseAsStringLiteral(['task']).withOptions({ history: 'push' }),
  );
  return () => {
    if (isOnBoard) void setRequested('task');
    else router.push(`${board}?new=task`, { scroll: false });
  };
}
