'use client';

import { canWrite, type Task } from '@crewboard/contracts';
import { useMoveTask, useUpdateTask } from '../../domain/board/task-mutations.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { DescriptionField } from './description-field.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskHistory } from './task-history.tsx';
import { TaskProperties } from './task-properties.tsx';
import { TaskResult } from './task-result.tsx';
import { TitleField } from './title-field.tsx';

export function TaskDetails({ task }: { task: Task }) {
  const mayWrite = canWrite(useTeam().role);
  const update = useUpdateTask(task);
  const move = useMoveTask();

  return (
    <>
      <TitleField
        canEdit={mayWrite}
        onSave={(title) => update({ title })}
        taskId={task.id}
        title={task.title}
      />
      <TaskProperties
        canEdit={mayWrite}
        onMove={(status) => void move({ task, status })}
        onUpdate={update}
        task={task}
      />
      {mayWrite && <TaskActions onMove={(status) => void move({ task, status })} status={task.status} />}
      <DescriptionField canEdit={mayWrite} description={task.description} taskId={task.id} />
      {task.result !== null && <TaskResult result={task.result} />}
      <TaskHistory taskId={task.id} />
    </>
  );
}
