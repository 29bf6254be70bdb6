'use client';

import type { Task } from '@crewboard/contracts';
import { Alert, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { Dialog } from '#components/dialogs/dialog.tsx';
import { DialogActions } from '#components/dialogs/dialog-actions.tsx';
import { SearchSelect } from '#components/lists/search-select.tsx';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { useAccountId } from '#domain/account/account-id.tsx';
import { type BoardFilters, matchesFilters } from '#domain/board/board-filters.ts';
import { columnWith, whenShown } from '#domain/board/card-view.ts';
import { checkDescription, checkTitle } from '#domain/board/changes/check-task-texts.ts';
import { dueDateBounds } from '#domain/board/due-date-bounds.ts';
import { checkStart, startBounds, toStartTime } from '#domain/board/start-time.ts';
import { priorityOptions } from '#domain/board/statuses.ts';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { useDraftKeptToast } from '#domain/drafts/use-draft-kept-toast.ts';
import { assigneeOptions, toGroups } from '#domain/team/assignee-options.ts';
import { useTeam } from '#domain/team/team.tsx';
import { announce } from '#lib/notices/announce.ts';
import { isolate } from '#lib/text/isolate.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { parseAsId } from '#lib/url/url-state.ts';
import type { BoardData } from '../use-board-data.ts';
import { NewTaskBlockers } from './new-task-blockers.tsx';
import styles from './new-task-dialog.module.css';
import { NewTaskParent } from './new-task-parent.tsx';
import { showCreatedToast } from './show-created-toast.tsx';
import { useCreateTask } from './use-create-task.ts';
import { type NewTaskValues, trimTexts, useNewTaskDraft } from './use-new-task-draft.ts';

interface NewTaskDialogProps {
  /** The filters of the board: the defaults of the new task. */
  filters: BoardFilters;
  data: BoardData;
  onClose: () => void;
}

/** Creates a task, or a sub-task if the URL names a parent. Unsent values stay as a draft. */
export function NewTaskDialog({ filters, data, onClose }: NewTaskDialogProps) {
  const team = useTeam();
  const { openTask } = useBoardLocation();
  const agents = data.agents.filter(({ status }) => status === 'active');
  const assignees = assigneeOptions({ people: data.people, agents }, useAccountId());
  const isKnown = (items: { id: string }[], id?: string | null) => items.some((item) => item.id === id);
  const knownAssignee = (id: string | null = null) =>
    assignees.some(({ value }) => value === id) ? id : null;
  // The panel of a task opens the dialog for a sub-task.
  const [linkedParentId, setLinkedParentId] = useQueryState('parent', parseAsId);
  const defaultProjectId =
    useTaskStore().shown(linkedParentId ?? '')?.projectId ?? filters.projectId ?? undefined;
  const form = useForm<NewTaskValues>({
    initialValues: {
      title: '',
      description: '',
      projectId: (isKnown(data.projects, defaultProjectId) ? defaultProjectId : data.projects[0]?.id) ?? null,
      priority: filters.priority ?? 'normal',
      assigneeId: knownAssignee(filters.memberId ?? filters.agentId),
      dueDate: '',
      startsAt: '',
      waitsFor: [],
      parentId: linkedParentId,
    },
    validate: {
      title: checkTitle,
      projectId: (id) => (id ? null : 'Choose a project.'),
      description: checkDescription,
      startsAt: (value) => checkStart(value, serviceNow()),
    },
    onValuesChange: (values) => draft.keep(values),
    enhanceGetInputProps: () => ({ readOnly: busy }),
  });
  const draft = useNewTaskDraft({
    show: (kept) =>
      form.setValues({
        ...kept,
        projectId: isKnown(data.projects, kept.projectId) ? kept.projectId : form.values.projectId,
        assigneeId: knownAssignee(kept.assigneeId),
        parentId: linkedParentId ?? kept.parentId ?? null,
      }),
    reset: form.reset,
  });
  const [isUnsent, setUnsent] = useState(false);
  const create = useCreateTask({ filters, onCreated: draft.settle, onOffline: () => setUnsent(true) });
  const busy = create.isPending;
  const showDraftKept = useDraftKeptToast('New task');

  function close() {
    if (draft.isKept()) showDraftKept();
    leave();
  }

  function leave() {
    void setLinkedParentId(null);
    onClose();
  }

  function closeAndShow(task: Task) {
    leave();
    // The open panel of its parent already lists a new sub-task.
    if (linkedParentId && task.parentId === linkedParentId) announce(`Created “${isolate(task.title)}”.`);
    // After the dialog has returned the focus to its opener.
    else setTimeout(() => void revealCard(task, filters, openTask), 50);
  }

  const submit = form.onSubmit((values) => {
    const { projectId, title, description, dueDate, startsAt, assigneeId, waitsFor, ...rest } = values;
    if (!projectId || busy) return;
    setUnsent(false);
    const task = {
      teamId: team.id,
      projectId,
      ...trimTexts({ title, description }),
      dueDate: dueDate || null,
      notBefore: toStartTime(startsAt),
      blockedBy: waitsFor.map(({ id }) => id),
      ...(data.peopleById.has(assigneeId ?? '')
        ? { assignedMemberId: assigneeId }
        : { assignedAgentId: assigneeId }),
      ...rest,
    };
    // `mutate` calls this only while this dialog is open: after "Back", another dialog may be open instead.
    create.mutate(task, { onSuccess: closeAndShow });
  });

  return (
    <Dialog
      keepOpenOnClickOutside={form.isDirty()}
      isBusy={busy}
      onClose={close}
      title={form.values.parentId ? 'New sub-task' : 'New task'}
      width={560}
    >
      <form
        noValidate
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
        }}
        onSubmit={submit}
      >
        {draft.isRestored && <DraftNotice onDiscard={draft.discard}>Draft restored</DraftNotice>}
        <TextInput
          autoComplete="off"
          data-autofocus
          label="Title"
          placeholder="What to do"
          required
          {...form.getInputProps('title')}
        />
        <Textarea
          autosize
          label="Description"
          maxRows={14}
          minRows={4}
          mt="md"
          placeholder="What is needed to work on it. Markdown works."
          {...form.getInputProps('description')}
        />
        <div className={styles.row}>
          <SearchSelect
            allowDeselect={false}
            data={data.projects.map(({ id, name }) => ({ value: id, label: name }))}
            label="Project"
            {...form.getInputProps('projectId')}
          />
          <SearchSelect
            allowDeselect={false}
            data={priorityOptions}
            label="Priority"
            {...form.getInputProps('priority')}
          />
          <SearchSelect
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the assignee' }}
            data={toGroups(assignees)}
            label="Assignee"
            placeholder="Nobody"
            {...form.getInputProps('assigneeId')}
          />
          <TextInput label="Due date" type="date" {...dueDateBounds} {...form.getInputProps('dueDate')} />
          <TextInput
            className={styles.time}
            label="Starts"
            type="datetime-local"
            {...startBounds(serviceNow())}
            {...form.getInputProps('startsAt')}
          />
          <NewTaskBlockers
            onChange={(waitsFor) => form.setFieldValue('waitsFor', waitsFor)}
            tasks={form.values.waitsFor}
          />
        </div>
        {form.values.parentId && (
          <NewTaskParent
            onRemove={() => form.setFieldValue('parentId', null)}
            taskId={form.values.parentId}
          />
        )}
        {isUnsent && (
          <Alert
            className={styles.unsent}
            color="red"
            icon={<IconCloudOff aria-hidden size={16} />}
            mt="md"
            ref={showWhole}
            role="alert"
            title="You are offline"
            variant="light"
          >
            The task was probably not created. It is kept as a draft: once you are online, look at the board,
            and create it if it is not there.
          </Alert>
        )}
        <DialogActions isBusy={busy}>
          <Button loading={busy} type="submit">
            Create task
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Scrolls to the card of a new task and focuses it, or says that its place in the column is not loaded. */
async function revealCard(task: Task, filters: BoardFilters, openTask: (id: string) => void): Promise<void> {
  await whenShown();
  const column = columnWith(task.id);
  if (column) return column.reveal(task.id);
  // `useCreateTask` has shown a toast that the filters hide it.
  if (!matchesFilters(task, filters)) return;
  const why = task.isBlocked ? ', and waits for other tasks.' : ': agents get the tasks above it first.';
  showCreatedToast(`It is further down in To do${why}`, () => openTask(task.id));
}
