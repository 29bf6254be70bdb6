interface KeyUse {
  /** The address of the API as clients reach it. */
  apiUrl: string;
  teamId: string;
  key: string;
}

/** Commands for the client. Only the first contains the key. */
export function keyCommands({ apiUrl, teamId, key }: KeyUse) {
  const team = '$CREWBOARD_URL/api/teams/$CREWBOARD_TEAM';
  return [
    {
      title: 'Set the environment',
      subject: 'set the environment',
      text: `export CREWBOARD_URL=${apiUrl}\nexport CREWBOARD_TEAM=${teamId}\nexport CREWBOARD_KEY=${key}`,
      secret: true,
    },
    {
      title: 'List the team’s tasks',
      subject: 'list the team’s tasks',
      text: `curl "${team}/tasks" \\\n  -H "Authorization: Bearer $CREWBOARD_KEY"`,
      secret: false,
    },
  ];
}
