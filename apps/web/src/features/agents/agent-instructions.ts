import { untrustedTexts } from '@crewboard/contracts';

const skill = `---
name: crewboard
description: Work on the tasks of the team's Crewboard. Use it when asked to work the queue, or to claim, complete or create tasks.
---
`;

/** How to work on tasks, for models. It names the variable of the token, never the token. */
const instructions = (
  apiUrl: string,
) => `Tasks come from Crewboard, through the MCP server "crewboard" at ${apiUrl}/mcp.
Its token comes from the environment variable CREWBOARD_TOKEN; keep it out of files and results.
${untrustedTexts}

1. Call claim_next_task with {"wait": 25}. The task is yours until two hours after your last call with its taskId.
2. Do what its title and description ask for. Before longer work call heartbeat_task.
3. Call claim_next_task again with the same arguments and "complete": {"taskId", "attempt", "result"}, where result says
   what you did. It stores the result and claims the next task. Finish the last one with complete_task.

- No task: stop, or call claim_next_task again if you were asked to wait for work.
- You cannot do a task: release_task with the reason. Questions go to people with comment_on_task.
- After STALE_CLAIM or NOT_CLAIM_HOLDER drop the task: another agent may have it.
- Without these tools: ${apiUrl}/llms.txt describes the same over HTTP.
`;

/** The ready instructions for agents, to be committed: a skill of Claude Code, and a part of AGENTS.md. */
export const agentInstructions = (apiUrl: string) => ({
  skill: `${skill}\n# Working on Crewboard\n\n${instructions(apiUrl)}`,
  agentsMd: `## Crewboard\n\n${instructions(apiUrl)}`,
});
