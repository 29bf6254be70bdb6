/** A command with its introduction. */
interface Part {
  /** Text in `backticks` is code. */
  introduction: string;
  /** Names the command in the label of the copy button. */
  subject: string;
  command: string;
}

export interface Step {
  title: string;
  parts: Part[];
}

/** The words that the reader replaces in the commands. */
export const placeholders = ['TEAM_ID', 'TEAM_KEY', 'TEAM', 'NAME', 'PROJECT_ID', 'TASK_ID', 'AGENT_TOKEN'];

/**
 * The steps from a key to a completed task. They have placeholders because the status page, which shows them, is public
 * and knows no team. The instructions of an agent, with its token, are in `connection-guides.ts`.
 */
export function firstCallSteps(apiUrl: string): Step[] {
  const team = `${apiUrl}/api/teams/$CREWBOARD_TEAM`;
  const task = `${apiUrl}/api/tasks/TASK_ID`;
  return [
    step(
      'Set the team and the key',
      {
        introduction: 'The first run of `npm start` printed the team’s id and its API key.',
        subject: 'set the team and the key',
        command: 'export CREWBOARD_TEAM=TEAM_ID\nexport CREWBOARD_KEY=TEAM_KEY',
      },
      {
        introduction: 'Lost the key? Create another, in the project folder. It is shown once.',
        subject: 'make another key',
        command: 'npm run -s admin -- key create TEAM --name NAME',
      },
    ),
    step('Create a task', {
      introduction:
        'In the project that was printed with them. `GET …/projects` lists all projects. Keep the `id` of the response.',
      subject: 'create a task',
      command: curl(`-X POST ${team}/tasks`, {
        token: '$CREWBOARD_KEY',
        body: '{"projectId": "PROJECT_ID", "title": "Say hello"}',
      }),
    }),
    step('Create an agent', {
      introduction: 'The response contains the agent’s `token`, once: only a hash of it is kept.',
      subject: 'create an agent',
      command: curl(`-X POST ${team}/agents`, { token: '$CREWBOARD_KEY', body: '{"name": "Ada"}' }),
    }),
    step('Claim the task as the agent', {
      introduction: 'It is now assigned to the agent and in progress. The next claim gets a 409.',
      subject: 'claim the task',
      command: curl(`-X POST ${task}/claim`, { token: 'AGENT_TOKEN' }),
    }),
    step('Complete it', {
      introduction: 'The result stays on the task, and the event log gets `task.completed`.',
      subject: 'complete the task',
      command: curl(`-X POST ${task}/complete`, { token: 'AGENT_TOKEN', body: '{"result": "Hello."}' }),
    }),
  ];
}

const step = (title: string, ...parts: Part[]): Step => ({ title, parts });

function curl(request: string, { token, body }: { token: string; body?: string }): string {
  const lines = [`curl ${request}`, `-H "Authorization: Bearer ${token}"`];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${body}'`);
  return lines.join(' \\\n  ');
}
