'use client';

import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Keys } from '../../components/keys.tsx';
import styles from './task-history.module.css';
import { useCreateComment } from './use-create-comment.ts';

const MAX_LENGTH = 10_000;

export function CommentForm({ taskId }: { taskId: string }) {
  const [body, setBody] = useState('');
  const create = useCreateComment(taskId, () => setBody(''));
  const isTooLong = [...body].length > MAX_LENGTH;
  const canSend = body.trim() !== '' && !isTooLong && !create.isPending;

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (canSend) create.mutate({ taskId, body });
  }

  return (
    <form className={styles.form} onSubmit={send}>
      <Textarea
        aria-label="Comment"
        autosize
        error={isTooLong && 'At most 10,000 characters'}
        maxRows={12}
        minRows={2}
        onChange={(event) => setBody(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
        }}
        placeholder="Ask, answer or note something. Markdown works."
        value={body}
      />
      <div className={styles.formEnd}>
        <span className={styles.hint}>
          <Keys keys="mod Enter" /> to send
        </span>
        <Button disabled={!canSend} loading={create.isPending} type="submit">
          Comment
        </Button>
      </div>
    </form>
  );
}
