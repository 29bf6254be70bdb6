interface Connection {
  /** The address of the API as agents reach it. */
  apiUrl: string;
  teamId: string;
  /** The first call creates its task in this project. */
  projectId: string;
  agentId: string;
  /** Null if it cannot be shown again: the guides then have a placeholder. */
  token: string | null;
}

interface Block {
  /** Where to paste the text. */
  title: string;
  /** Names the text in the label of the copy button. */
  subject: string;
  text: string;
}

export interface Guide {
  /** Identifies its tab. */
  value: string;
  label: string;
  blocks: Block[];
}

export const tokenPlaceholder = 'cb_agent_…';

/**
 * Says what every guide does. The page shows it above the blocks, and each block prints it before its first request.
 */
export const guideSummary =
  'This creates one task, claims it by its id and completes it. It changes no other task.';

/**
 * A first call for each kind of client: it creates a task that only this agent can claim, claims it by its id, and
 * completes it. No guide takes a task from the queue, which has the team's own work. Each guide works in a new shell,
 * without the others.
 */
export function connectionGuides(connection: Connection): Guide[] {
  const { apiUrl, token } = connection;
  const environment = `export CREWBOARD_URL=${apiUrl}
export CREWBOARD_TOKEN=${token ?? tokenPlaceholder}
`;
  const addToClaude = `claude mcp add --transport http crewboard "$CREWBOARD_URL/mcp" \\
  --header "Authorization: Bearer $CREWBOARD_TOKEN"`;
  const addToCodex =
    'codex mcp add crewboard --url "$CREWBOARD_URL/mcp" --bearer-token-env-var CREWBOARD_TOKEN';
  const prompt = promptOf(connection);

  return [
    guide('claude-code', 'Claude Code', {
      title: 'In the folder where Claude Code works',
      subject: 'the commands for Claude Code',
      text: `${environment}${addToClaude}
claude -p '${prompt}' \\
  --allowedTools "${tools.map((tool) => `mcp__crewboard__${tool}`).join(',')}"`,
    }),
    guide('codex', 'Codex', {
      title: 'In the folder where Codex works',
      subject: 'the commands for Codex',
      text: `${environment}${addToCodex}
codex exec '${prompt}'`,
    }),
    guide(
      'mcp',
      'Other MCP client',
      {
        title: 'In its configuration: mcp.json of Cursor, for example',
        subject: 'the configuration of MCP clients',
        text: mcpJson(`${apiUrl}/mcp`, token ?? tokenPlaceholder),
      },
      { title: 'Then as a prompt', subject: 'the prompt', text: prompt },
    ),
    guide('command-line', 'Command line', {
      title: 'In a shell, in the folder of Crewboard',
      subject: 'the commands of crewboard',
      text: environment + commandLineScript(connection),
    }),
    guide('curl', 'curl', {
      title: 'In a shell',
      subject: 'the requests in curl',
      text: environment + curlScript(connection),
    }),
    guide('typescript', 'TypeScript', {
      title: 'In a shell, in the folder of Crewboard. The program is examples/first-call.ts',
      subject: 'the command of the example',
      text: `${environment}node_modules/.bin/node examples/first-call.ts`,
    }),
    guide('python', 'Python', {
      title: 'In a shell. It needs no packages',
      subject: 'the program in Python',
      text: `${environment}python3 - <<'END'\n${pythonProgram(connection)}END`,
    }),
    guide(
      'github',
      'GitHub workflow',
      {
        title: 'In a shell, in your repository. It asks for the token',
        subject: 'the command that stores the token',
        text: 'gh secret set CREWBOARD_TOKEN',
      },
      {
        title: 'In .github/workflows/crewboard.yml. GitHub must reach this address; start it under Actions',
        subject: 'the workflow',
        text: workflow(apiUrl, curlScript(connection)),
      },
    ),
  ];
}

const guide = (value: string, label: string, ...blocks: Block[]): Guide => ({ value, label, blocks });

/** If a first call stops halfway, its task is released after this time. */
const leaseSeconds = 300;

/** In the order in which a first call uses them. */
const tools = ['create_task', 'claim_task', 'complete_task'];

const newTaskInput = ({ projectId, agentId }: Connection) =>
  JSON.stringify({ title: 'First call', projectId, assignedAgentId: agentId }, null, 2);

/** The prompt for a model. The shell commands put it into single quotes, so it must not contain one. */
const promptOf = (connection: Connection) => `Use the MCP server crewboard. First say:
${guideSummary}
1. create_task ${newTaskInput(connection)}
2. claim_task {"taskId": the id of that task, "leaseSeconds": ${leaseSeconds}}
3. complete_task {"taskId": the same id, "result": "Hello."}
Call no other tool of crewboard.`;

const mcpJson = (url: string, token: string) =>
  JSON.stringify(
    { mcpServers: { crewboard: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  );

/** A shell filter from a response with `fields=id` to the id. */
const readId = String.raw`sed -n 's/.*"id": *"\([^"]*\)".*/\1/p'`;

/** Prints every response. `tee` prints the first one, because the script reads the id of the task from it. */
const curlScript = (connection: Connection) => `
call() {
  curl -sS --fail-with-body -w '\\n' "$CREWBOARD_URL/api/$1" -d "$2" \\
    -H "Authorization: Bearer $CREWBOARD_TOKEN" \\
    -H "Content-Type: application/json"
}
echo "${guideSummary}"
TASK_ID=$(call "teams/${connection.teamId}/tasks?fields=id" '${newTaskInput(connection)}' |
  tee /dev/stderr | ${readId})
call "tasks/$TASK_ID/claim" '{"leaseSeconds": ${leaseSeconds}}'
call "tasks/$TASK_ID/complete" '{"result": "Hello from curl."}'`;

const commandLineScript = ({ projectId, agentId }: Connection) => `
echo "${guideSummary}"
TASK_ID=$(npm run -s crewboard -- tasks create --title "First call" \\
  --project-id ${projectId} --assigned-agent-id ${agentId} \\
  --fields id --json | ${readId})
npm run -s crewboard -- tasks claim "$TASK_ID" --lease-seconds ${leaseSeconds}
npm run -s crewboard -- tasks complete "$TASK_ID" --result "Hello from the command line."`;

const pythonProgram = ({ teamId, projectId, agentId }: Connection) => `import json, os, urllib.request

def call(path, **body):
    headers = {
        "Authorization": "Bearer " + os.environ["CREWBOARD_TOKEN"],
        "Content-Type": "application/json",
    }
    url = os.environ["CREWBOARD_URL"] + "/api/" + path
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)

print("${guideSummary}")
task = call(
    "teams/${teamId}/tasks",
    title="First call",
    projectId="${projectId}",
    assignedAgentId="${agentId}",
)
call(f"tasks/{task['id']}/claim", leaseSeconds=${leaseSeconds})
done = call(f"tasks/{task['id']}/complete", result="Hello from Python.")
print(done["id"], done["status"], done["result"])
`;

const workflow = (apiUrl: string, script: string) => `name: Crewboard
on: workflow_dispatch
jobs:
  first-call:
    runs-on: ubuntu-latest
    env:
      CREWBOARD_URL: ${apiUrl}
      CREWBOARD_TOKEN: \${{ secrets.CREWBOARD_TOKEN }}
    steps:
      - run: |
${script
  .trim()
  .split('\n')
  .map((line) => line && `          ${line}`)
  .join('\n')}`;
