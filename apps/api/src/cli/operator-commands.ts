import { queryMany, sql } from '@crewboard/db';
import type { Command } from 'commander';
import { setOperator } from '../features/accounts/set-operator.ts';
import { parseEmail } from './arguments.ts';
import { withAdminDatabase } from './open-admin-database.ts';
import { jsonOption, print, table } from './print.ts';

type Options = { json?: boolean };

export function addOperatorCommands(program: Command): void {
  const operator = program
    .command('operator')
    .description(
      'Manage the operators of this installation: unless TEAM_CREATION=anyone, only they can create teams in the dashboard.',
    );

  const change = (name: 'add' | 'remove', description: string) =>
    operator
      .command(name)
      .description(description)
      .argument('<email>', 'the e-mail address of the account', parseEmail)
      .addOption(jsonOption())
      .action(async (email: string, { json }: Options) => {
        const isOperator = name === 'add';
        await withAdminDatabase((db) => setOperator({ ctx: { db }, input: { email, isOperator } }));
        print(json, { email, isOperator }, [`${email} is ${isOperator ? '' : 'not '}an operator.`]);
      });

  change('add', 'Make an account an operator.');
  change('remove', 'Remove an account from the operators. The last operator cannot be removed.');

  operator
    .command('list')
    .description('List the operators, the oldest account first.')
    .addOption(jsonOption())
    .action(async ({ json }: Options) => {
      const operators = await withAdminDatabase((db) =>
        queryMany<{ id: string; email: string; name: string }>(
          db,
          sql`select id, email, name from users where is_operator order by created_at, id`,
        ),
      );
      const rows = operators.map(({ email, name }) => [email, name]);
      print(
        json,
        { operators },
        table(['E-MAIL', 'NAME'], rows, 'No operators yet. The first account becomes an operator.'),
      );
    });
}
