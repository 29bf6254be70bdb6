import { canDelete, canWrite, type Task, type TaskStatus } from '@crewboard/contracts';
import { useState } from 'react';
import { useArchive } from '#domain/board/changes/archive-mutations.ts';
import { DeleteTaskDialog } from '#domain/board/changes/lazy-delete-task.ts';
import { useEditLinks } from '#domain/board/changes/link-mutations.ts';
import { useMoveTask, useUpdateTask } from '#domain/board/changes/task-mutations.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { ArchivedNotice } from './archived-notice.tsx';
import { DescriptionField } from './description/description-field.tsx';
import { TaskAttempts } from './history/task-attempts.tsx';
import { TaskHistory } from './history/task-history.tsx';
import { ExhaustedNotice } from './next-actor/exhausted-notice.tsx';
import { NextSentence } from './next-actor/next-sentence.tsx';
import { TaskLinks } from './properties/task-links.tsx';
import { TaskProperties } from './properties/task-properties.tsx';
import { TaskTimes } from './properties/task-times.tsx';
import { TaskDependencies } from './relations/task-dependencies.tsx';
import { TaskHierarchy } from './relations/task-hierarchy.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskResult } from './task-result.tsx';
import { TitleField } from './title-field.tsx';
import { UnsentTexts } from './unsent-texts.tsx';

/** The content of the panel once the whole task is loaded: everything to read and to change of it. */
export function TaskDetails({ task }: { task: Task }) {
  const { role } = useTeam();
  const mayRestore = canWrite(role);
  const mayWrite = mayRestore && !task.archivedAt;
  const names = useAssigneeNames();
  const { dialog, open, close } = useDialog<'release' | 'delete'>();
  usePreload(DeleteTaskDialog);
  const onDelete = canDelete(role) ? () => open('delete') : undefined;
  // Kept here, because the field of the description is mounted again when `mode` changes.
  const [isWhole, setWhole] = useState(false);
  const update = useUpdateTask(task);
  const editLinks = useEditLinks(task);
  const moveTask = useMoveTask();
  const moveTo = (status: TaskStatus) => void moveTask({ task, status });
  const { archive } = useArchive();
  const holderName = names.get(task.assignedAgentId ?? '') ?? 'The agent';
  // The holder gets new comments with its next heartbeat, which is due before its lease ends: the comment form says so.
  // Without a lease there is no such time.
  const { leaseExpiresAt } = task;
  const reader = leaseExpiresAt ? { name: holderName, leaseExpiresAt } : undefined;

  // Mounts fields again once the task can be changed again: they read their drafts, which may have been discarded
  // meanwhile.
  const mode = mayWrite ? 'editable' : 'fixed';

  return (
    <>
      <TitleField
        canEdit={mayWrite}
        key={`title ${mode}`}
        onSave={(title) => update({ title })}
        taskId={task.id}
        title={task.title}
      />
      {task.archivedAt && (
        <ArchivedNotice
          archivedAt={task.archivedAt}
          canRestore={mayRestore}
          onDelete={onDelete}
          task={task}
        />
      )}
      {!mayWrite && <UnsentTexts taskId={task.id} />}
      <NextSentence task={task} />
      {/* Exhausted attempts are the only value of `needsAttention`. `NextSentence` has the other reasons to act. */}
      {task.needsAttention && <ExhaustedNotice canRelease={mayWrite} task={task} />}
      <TaskProperties canEdit={mayWrite} onMove={moveTo} onUpdate={update} task={task}>
        <TaskHierarchy canEdit={mayWrite} task={task} />
        <TaskDependencies canEdit={mayWrite} task={task} />
      </TaskProperties>
      {mayWrite && (
        <TaskActions
          onMove={moveTo}
          onArchive={() => void archive(task)}
          onDelete={onDelete}
          onRelease={() => open('release')}
          task={task}
        />
      )}
      <DescriptionField
        canEdit={mayWrite}
        isWhole={isWhole}
        key={`description ${mode}`}
        onToggle={setWhole}
        task={task}
      />
      <TaskLinks canEdit={mayWrite} links={task.links} onEdit={editLinks} />
      {task.result !== null && <TaskResult result={task.result} />}
      <TaskTimes canEdit={mayWrite} task={task} />
      {task.attempt > 0 && <TaskAttempts taskId={task.id} />}
      <TaskHistory canComment={mayWrite} reader={reader} taskId={task.id} />
      {dialog === 'delete' && <DeleteTaskDialog onClose={close} task={task} />}
      {dialog === 'release' && <ReleaseDialog agentName={holderName} onClose={close} task={task} />}
    </>
  );
}
