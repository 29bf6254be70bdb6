interface TokenUse {
  /** The address of the API as agents reach it. */
  apiUrl: string;
  teamId: string;
  agentId: string;
  token: string;
}

/** Commands for the machine of the agent. Only the first contains the token. */
export function tokenCommands({ apiUrl, teamId, agentId, token }: TokenUse) {
  return [
    {
      title: 'Set the environment',
      subject: 'set the environment',
      text: `export CREWBOARD_URL=${apiUrl}\nexport CREWBOARD_TOKEN=${token}`,
      secret: true,
    },
    {
      title: 'List its tasks',
      subject: 'list its tasks',
      text: `curl "$CREWBOARD_URL/api/teams/${teamId}/tasks?agentId=${agentId}" \\\n  -H "Authorization: Bearer $CREWBOARD_TOKEN"`,
      secret: false,
    },
    {
      title: 'Claim and complete a task, from the project folder',
      subject: 'run the example agent',
      text: 'examples/agent.sh',
      secret: false,
    },
  ];
}
