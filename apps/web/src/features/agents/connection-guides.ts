import { agentInstructions } from './agent-instructions.ts';

interface Connection {
  /** The address of the API as agents reach it. */
  apiUrl: string;
  teamId: string;
  token: string;
}

type Step = {
  title: string;
  /** What it is, for the copy button. */
  subject: string;
  text: string;
};

type Guide = { value: string; label: string; steps: Step[] };

const workTheQueue = 'Work the queue of Crewboard until it is empty.';

/** The configuration of clients that read a JSON file, with the token or the variable that has it. */
const mcpJson = (mcpUrl: string, token: string) =>
  JSON.stringify(
    {
      mcpServers: {
        crewboard: { type: 'http', url: mcpUrl, headers: { Authorization: `Bearer ${token}` } },
      },
    },
    null,
    2,
  );

/** How an agent connects, by the kind of its client. Each guide works in a new shell, without the others. */
export function connectionGuides({ apiUrl, teamId, token }: Connection): Guide[] {
  const mcpUrl = `${apiUrl}/mcp`;
  const { agentsMd, skill } = agentInstructions(apiUrl);
  const environment: Step = {
    title: 'First, in the shell: where Crewboard is, and the token',
    subject: 'the environment',
    text: `export CREWBOARD_URL=${apiUrl}\nexport CREWBOARD_TOKEN=${token}`,
  };
  const addToCodex = `codex mcp add crewboard --url ${mcpUrl} --bearer-token-env-var CREWBOARD_TOKEN`;
  return [
    {
      value: 'mcp',
      label: 'MCP',
      steps: [
        {
          title: 'Claude Code, in the folder where it works',
          subject: 'the command for Claude Code',
          text: `claude mcp add --transport http crewboard ${mcpUrl} \\\n  --header "Authorization: Bearer ${token}"`,
        },
        {
          title: 'Codex, which reads the token from the environment',
          subject: 'the commands for Codex',
          text: `export CREWBOARD_TOKEN=${token}\n${addToCodex}`,
        },
        {
          title: 'Cursor and other clients, in mcp.json',
          subject: 'the JSON for MCP clients',
          text: mcpJson(mcpUrl, token),
        },
      ],
    },
    {
      value: 'instructions',
      label: 'Instructions',
      steps: [
        environment,
        {
          title: 'For Claude Code: .mcp.json, which you can commit. It reads the token from the environment',
          subject: 'the configuration of Claude Code',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it with the variable of the environment.
          text: mcpJson(mcpUrl, '${CREWBOARD_TOKEN}'),
        },
        {
          title: 'And what to do, for Claude Code: .claude/skills/crewboard/SKILL.md',
          subject: 'the skill',
          text: skill,
        },
        { title: 'For Codex, in the shell', subject: 'the command for Codex', text: addToCodex },
        {
          title: 'And what to do, for Codex and others: AGENTS.md of your repository',
          subject: 'the instructions for AGENTS.md',
          text: agentsMd,
        },
        {
          title: 'Then start it in the same shell',
          subject: 'the command that starts it',
          text: `claude "${workTheQueue}"\n# or: codex "${workTheQueue}"`,
        },
      ],
    },
    {
      value: 'command-line',
      label: 'Command line',
      steps: [
        environment,
        {
          title: 'From the folder of Crewboard: run a command for one task. Its output is the result',
          subject: 'the command for a task',
          text: `npm run -s crewboard -- work --once --lease 300 -- \\\n  sh -c 'echo "Done: $CREWBOARD_TASK_TITLE"'`,
        },
        {
          title: 'Or claim one by hand',
          subject: 'the command to claim a task',
          text: 'npm run -s crewboard -- tasks claim-next --lease-seconds 300',
        },
      ],
    },
    {
      value: 'curl',
      label: 'curl',
      steps: [
        environment,
        {
          title: 'Claim the next task. No output: there is none',
          subject: 'the request that claims a task',
          text: `curl -X POST "$CREWBOARD_URL/api/teams/${teamId}/tasks/claim-next" \\\n  -H "Authorization: Bearer $CREWBOARD_TOKEN" \\\n  -H "Content-Type: application/json" -d '{"leaseSeconds":300}'`,
        },
        {
          title: 'The guide from which a language model writes a worker',
          subject: 'the request for the guide',
          text: 'curl "$CREWBOARD_URL/llms.txt"',
        },
      ],
    },
    {
      value: 'environment',
      label: 'Environment',
      steps: [
        environment,
        {
          title: 'An example in TypeScript, from the folder of Crewboard. It works until Ctrl-C',
          subject: 'the command of the example',
          text: 'node_modules/.bin/node examples/agent.ts',
        },
      ],
    },
  ];
}
