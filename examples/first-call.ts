// The first call of an agent: creates one task, claims it by its id and completes it.
//   CREWBOARD_URL=http://127.0.0.1:4000 CREWBOARD_TOKEN=cb_agent_… node_modules/.bin/node examples/first-call.ts
import { createClient } from '@crewboard/sdk';

const { CREWBOARD_URL, CREWBOARD_TOKEN } = process.env;
if (!CREWBOARD_URL || !CREWBOARD_TOKEN) throw new Error('Set CREWBOARD_URL and CREWBOARD_TOKEN.');

const client = createClient({ url: CREWBOARD_URL, token: CREWBOARD_TOKEN });
console.log('This creates one task, claims it by its id and completes it. It changes no other task.');

const { agent } = await client.me();
const [project] = await client.projects.list({ limit: 1 });
if (!agent || !project) throw new Error('This needs the token of an agent, and a project in its team.');

// Assign the task to this agent, so that no other agent can claim it.
const { id } = await client.tasks.create({
  ...{ title: 'First call', projectId: project.id, assignedAgentId: agent.id },
});
const { attempt } = await client.tasks.claim({ taskId: id, leaseSeconds: 300 });
const done = await client.tasks.complete({ taskId: id, attempt, result: 'Hello from TypeScript.' });
console.log(done.id, done.status, done.result);
