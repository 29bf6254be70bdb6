import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a process and resolves to its reply. */
export async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  child.send(message);
  const [reply] = (await once(child, 'message')) as [{ result?: Reply; error?: string }];
  if (reply.error) throw new Error(reply.error);
  return reply.result as Reply;
}
