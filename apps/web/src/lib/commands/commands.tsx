import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';

/** A command of the command palette. Its shortcut also works while the palette is closed. */
export interface Command {
  id: string;
  label: string;
  group: string;
  icon?: ReactNode;
  /** One key ("c") or a sequence of two ("g b"). Ignored while the user types or a dialog is open. */
  shortcut?: string;
  /** More search terms for the command. */
  keywords?: string[];
  run: () => void;
}

interface Registry {
  register: (commands: Command[]) => () => void;
}

const CommandsContext = createContext<Command[]>([]);
const RegistryContext = createContext<Registry | null>(null);

/** Collects the commands that the components below register, for the command palette and the shortcuts. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [groups, setGroups] = useState<Command[][]>([]);
  const registry = useMemo<Registry>(
    () => ({
      register(commands) {
        setGroups((all) => [...all, commands]);
        return () => setGroups((all) => all.filter((each) => each !== commands));
      },
    }),
    [],
  );
  const commands = useMemo(() => groups.flat(), [groups]);

  return (
    <RegistryContext value={registry}>
      <CommandsContext value={commands}>{children}</CommandsContext>
    </RegistryContext>
  );
}

/** All registered commands. */
export function useCommands(): Command[] {
  return use(CommandsContext);
}

/** Registers commands while the component is mounted. `run` may be another function in each render. */
export function useRegisterCommands(commands: Command[]): void {
  const registry = use(RegistryContext);
  const latest = useRef(commands);
  latest.current = commands;
  // Callers make new commands in each render. Register them again only if an id, a label or a shortcut differs.
  const signature = commands.map(({ id, label, shortcut }) => `${id} ${label} ${shortcut}`).join('\n');

  useEffect(() => {
    if (!registry || !signature) return;
    return registry.register(
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    );
  }, [registry, signature]);
}
