// A worker in one file: claims every task of the queue of its team, one after another, and completes each with what `work`
// returns. Replace `work` before you run it on a board that is in use. Ctrl-C ends it.
//   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… node_modules/.bin/node examples/worker.ts
import { CrewboardError, createClient, createWorker, type Task } from '@crewboard/sdk';

const { CREWBOARD_URL, CREWBOARD_TOKEN } = process.env;
if (!CREWBOARD_URL || !CREWBOARD_TOKEN) throw new Error('Set CREWBOARD_URL and CREWBOARD_TOKEN.');

/** Replace this with the real work. */
async function work(task: Task): Promise<string> {
  const words = `${task.title} ${task.description ?? ''}`.split(/\s+/).filter(Boolean);
  return `This task has ${words.length} words.`;
}

const client = createClient({ url: CREWBOARD_URL, token: CREWBOARD_TOKEN });

// First finish the tasks that the agent held before a restart.
const { agent } = await client.me();
for await (const task of client.tasks.listAll({ status: 'in_progress', agentId: agent?.id })) {
  try {
    await client.tasks.complete({ taskId: task.id, attempt: task.attempt, result: await work(task) });
  } catch (error) {
    // The agent no longer holds the task, so nothing was stored.
    if (!(error instanceof CrewboardError && [404, 409].includes(error.status))) throw error;
    console.error(`Dropped ${task.title}:`, error.message);
  }
}

const worker = createWorker({
  ...{ client, handler: work },
  onEvent: (event) => console.log(event.type, 'task' in event ? event.task.title : event.error.message),
});
// The first Ctrl-C finishes the task, the second one releases it.
process.on('SIGINT', () => void worker.stop());
worker.start();
await worker.done;
