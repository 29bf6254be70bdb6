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

const skill = `---
name: crewboard
description: Work on the tasks of the team's Crewboard. Use it when asked to work the queue, or to claim, complete or create tasks.
---
`;

const instructions = `Tasks come from Crewboard, through the MCP server "crewboard".

1. Call claim_next_task with {"leaseSeconds": 600, "wait": 25}. The task is yours until its lease ends.
2. Do what its title and description ask for. Call heartbeat_task at least every 200 seconds meanwhile.
3. Call claim_next_task again with the same arguments and "complete": {"taskId", "attempt", "result"}, where result says
   what you did. It stores the result and claims the next task. Finish the last one with complete_task.

- No task: stop, or call claim_next_task again if you were asked to wait for work.
- You cannot do a task: release_task with the reason. Questions go to people with create_comment.
- After STALE_CLAIM or NOT_CLAIM_HOLDER drop the task: another agent may have it.
`;

/** The ready instructions for agents: a skill of Claude Code, and a part of AGENTS.md. Without the token, as they are committed. */
export const agentInstructions = {
  skill: `${skill}\n# Working on Crewboard\n\n${instructions}`,
  agentsMd: `## Crewboard\n\n${instructions}`,
};

/** How an agent connects, by the kind of its client. Secrets are in `mcp` and `environment` alone. */
export function connectionGuides({ apiUrl, teamId, token }: Connection): Guide[] {
  const mcpUrl = `${apiUrl}/mcp`;
  const headers = { Authorization: `Bearer ${token}` };
  const mcpJson = { mcpServers: { crewboard: { type: 'http', url: mcpUrl, headers } } };
  return [
    {
      value: 'mcp',
      label: 'MCP',
      steps: [
        {
          title: 'Claude Code',
          subject: 'the command for Claude Code',
          text: `claude mcp add --transport http crewboard ${mcpUrl} \\\n  --header "Authorization: Bearer ${token}"`,
        },
        {
          title: 'Cursor and other clients, in mcp.json',
          subject: 'the JSON for MCP clients',
          text: JSON.stringify(mcpJson, null, 2),
        },
        {
          title: 'Codex, in ~/.codex/config.toml, with the variable CREWBOARD_TOKEN',
          subject: 'the configuration of Codex',
          text: `[mcp_servers.crewboard]\nurl = "${mcpUrl}"\nbearer_token_env_var = "CREWBOARD_TOKEN"`,
        },
      ],
    },
    {
      value: 'environment',
      label: 'Environment',
      steps: [
        {
          title: 'What the examples, the command line and the SDK read',
          subject: 'the environment',
          text: `export CREWBOARD_URL=${apiUrl}\nexport CREWBOARD_TOKEN=${token}`,
        },
      ],
    },
    {
      value: 'command-line',
      label: 'Command line',
      steps: [
        {
          title:
            'Run a command for each task, from the folder of Crewboard: it gets the task as JSON, and its output is the result',
          subject: 'the command for each task',
          text: 'npm run -s crewboard -- work --lease 300 -- ./do-task.sh',
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
        {
          title: 'Claim the next task',
          subject: 'the request that claims a task',
          text: `curl -X POST "$CREWBOARD_URL/api/teams/${teamId}/tasks/claim-next" \\\n  -H "Authorization: Bearer $CREWBOARD_TOKEN" \\\n  -H "Content-Type: application/json" -d '{"leaseSeconds":300}'`,
        },
        {
          title: 'The guide from which a language model writes a worker',
          subject: 'the request for the guide',
          text: `curl ${apiUrl}/llms.txt`,
        },
      ],
    },
    {
      value: 'instructions',
      label: 'Instructions',
      steps: [
        {
          title: 'For AGENTS.md of your repository',
          subject: 'the instructions for AGENTS.md',
          text: agentInstructions.agentsMd,
        },
        {
          title: 'Or as a skill, in .claude/skills/crewboard/SKILL.md',
          subject: 'the skill',
          text: agentInstructions.skill,
        },
      ],
    },
  ];
}
