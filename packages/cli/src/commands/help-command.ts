import type { Command } from 'commander';

/** `help` shows the help of the command that its arguments name. */
export function addHelpCommand(parent: Command): void {
  parent
    .command('help')
    .summary('Show the help of a command')
    .argument('[COMMAND...]')
    .action(async (words: string[]) => {
      let command = parent;
      for (const word of words) {
        if (command.commands.length === 0) break;
        const next = command.commands.find((each) => each.name() === word);
        // Throws the error for an unknown command, which suggests the most similar name.
        if (!next) await command.parseAsync([word], { from: 'user' });
        else command = next;
      }
      command.help();
    });
}
