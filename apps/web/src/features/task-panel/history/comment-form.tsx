import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Keys } from '#components/code/keys.tsx';
import { DraftNotice } from '#components/notices/draft-notice.tsx';
import { checkComment } from '#domain/board/changes/check-task-texts.ts';
import { isText, useDraft } from '#domain/drafts/use-draft.ts';
import { focusedElement } from '#lib/focus/focus.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useCountdown } from '#lib/time/use-countdown.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './task-history.module.css';

/** The agent that holds the task. It gets comments with its next heartbeat, which it sends before its lease ends. */
export interface CommentReader {
  name: string;
  leaseExpiresAt: string;
}

interface CommentFormProps {
  taskId: string;
  reader?: CommentReader;
}

/** Writes a comment on a task. Unsent text stays as a draft. */
export function CommentForm({ taskId, reader }: CommentFormProps) {
  const [body, setBody] = useState('');
  const [isRestored, setRestored] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft('comment', isText, taskId);
  const create = useCreateComment(taskId, {
    onCreated(sent) {
      // Text that the person has typed meanwhile stays.
      setBody((current) => (current === sent ? '' : current));
      setRestored(false);
      if (draft.read() === sent) draft.remove();
    },
    // The new comment appears above the form and pushes it down.
    onShown: () =>
      requestAnimationFrame(() => {
        if (form.current?.contains(focusedElement())) form.current?.scrollIntoView({ block: 'nearest' });
      }),
  });
  const problem = checkComment(body);
  const canSend = problem === null && !create.isPending;

  // Not as the initial state: the server, whose first response may contain the form, knows no drafts.
  useLayoutEffect(() => {
    const unsent = draft.read();
    if (!unsent) return;
    setBody(unsent);
    setRestored(true);
  }, [draft]);

  function change(next: string) {
    setBody(next);
    setRestored(false);
    if (next.trim()) draft.keep(next);
    else draft.remove();
  }

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (canSend) create.mutate({ taskId, body });
    else if (!create.isPending) field.current?.focus();
  }

  return (
    <form className={styles.form} onSubmit={send} ref={form}>
      {isRestored && <DraftNotice onDiscard={() => change('')}>Draft restored</DraftNotice>}
      <Textarea
        aria-label="Comment"
        autosize
        error={body.trim() && problem}
        maxRows={12}
        minRows={2}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
        }}
        placeholder="Ask, answer or note something. Markdown works."
        ref={field}
        value={body}
      />
      <div className={styles.formEnd}>
        <span className={styles.hint}>
          <Keys keys="mod Enter" /> to send
          {reader && <ReadingTime {...reader} />}
        </span>
        <Button loading={create.isPending} type="submit">
          Comment
        </Button>
      </div>
    </form>
  );
}

/** Says until when the agent reads a comment: without a heartbeat before the end of its lease, it loses the claim. */
function ReadingTime({ name, leaseExpiresAt }: CommentReader) {
  const left = useCountdown(leaseExpiresAt);
  if (left === null || left === 'expired') return null;
  return (
    <>
      {' '}
      · <bdi dir="auto">{name}</bdi> will read this within {left}
    </>
  );
}

interface CommentEvents {
  onCreated: (body: string) => void;
  /** Called once the history shows the comment. */
  onShown: () => void;
}

/** The live stream brings the comment; the history is refetched in case the stream is interrupted. */
function useCreateComment(taskId: string, { onCreated, onShown }: CommentEvents) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.comments.create.mutationOptions({
      onSuccess: (_comment, { body }) => {
        onCreated(body);
        const queryKey = trpc.events.history.infiniteQueryKey({ taskId });
        return queryClient.invalidateQueries({ queryKey }).then(onShown);
      },
      onError: showError,
    }),
  );
}
