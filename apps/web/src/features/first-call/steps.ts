interface Command {
  /** What the command does, for the copy button. */
  subject: string;
  text: string;
  /** Placeholders that the reader replaces. */
  placeholders: string[];
}

export interface Step {
  title: string;
  /** `introduction` precedes the command; its text in `backticks` is code. */
  parts: { introduction: string; command: Command }[];
}

/** The steps from a key to a completed task. */
export function firstCallSteps(apiUrl: string): Step[] {
  const team = `${apiUrl}/api/teams/$CREWBOARD_TEAM`;
  const task = `${apiUrl}/api/tasks/TASK_ID`;

  return [
    {
      title: 'Set the team and the key',
      parts: [
        {
          introduction: 'The first run of `npm start` printed the team’s id and its API key.',
          command: {
            subject: 'set the team and the key',
            text: 'export CREWBOARD_TEAM=TEAM_ID\nexport CREWBOARD_KEY=TEAM_KEY',
            placeholders: ['TEAM_ID', 'TEAM_KEY'],
          },
        },
        {
          introduction: 'Lost the key? Create another, in the project folder. It is shown once.',
          command: {
            subject: 'make another key',
            text: 'npm run -s admin -- key create TEAM --name NAME',
            placeholders: ['TEAM', 'NAME'],
          },
        },
      ],
    },
    {
      title: 'Create a task',
      parts: [
        {
          introduction:
            'In the project that was printed with them. `GET …/projects` lists all projects. Keep the `id` of the response.',
          command: {
            subject: 'create a task',
            text: curl(`-X POST ${team}/tasks`, {
              token: '$CREWBOARD_KEY',
              body: '{"projectId": "PROJECT_ID", "title": "Say hello"}',
            }),
            placeholders: ['PROJECT_ID'],
          },
        },
      ],
    },
    {
      title: 'Create an agent',
      parts: [
        {
          introduction: 'The response contains the agent’s `token`, once: only a hash of it is kept.',
          command: {
            subject: 'create an agent',
            text: curl(`-X POST ${team}/agents`, { token: '$CREWBOARD_KEY', body: '{"name": "Ada"}' }),
            placeholders: [],
          },
        },
      ],
    },
    {
      title: 'Claim the task as the agent',
      parts: [
        {
          introduction: 'It is now assigned to the agent and in progress. The next claim gets a 409.',
          command: {
            subject: 'claim the task',
            text: curl(`-X POST ${task}/claim`, { token: 'AGENT_TOKEN' }),
            placeholders: ['TASK_ID', 'AGENT_TOKEN'],
          },
        },
      ],
    },
    {
      title: 'Complete it',
      parts: [
        {
          introduction: 'The result stays on the task, and the event log gets `task.completed`.',
          command: {
            subject: 'complete the task',
            text: curl(`-X POST ${task}/complete`, { token: 'AGENT_TOKEN', body: '{"result": "Hello."}' }),
            placeholders: ['TASK_ID', 'AGENT_TOKEN'],
          },
        },
      ],
    },
  ];
}

function curl(request: string, { token, body }: { token: string; body?: string }): string {
  const lines = [`curl ${request}`, `-H "Authorization: Bearer ${token}"`];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${body}'`);
  return lines.join(' \\\n  ');
}
