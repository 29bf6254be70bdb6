import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

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

/** Returns a function that removes the commands again. */
type Register = (commands: Command[]) => () => void;

const CommandsContext = createContext<Command[]>([]);
const RegisterContext = createContext<Register>(() => () => {});

/** Collects the commands that the components below register, for the command palette and the shortcuts. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [lists, setLists] = useState<Command[][]>([]);
  const register = useCallback<Register>((commands) => {
    setLists((all) => [...all, commands]);
    return () => setLists((all) => all.filter((each) => each !== commands));
  }, []);
  const commands = useMemo(() => lists.flat(), [lists]);

  return (
    <RegisterContext value={register}>
      <CommandsContext value={commands}>{children}</CommandsContext>
    </RegisterContext>
  );
}

/** All registered commands. */
export function useCommands(): Command[] {
  return use(CommandsContext);
}

/** Registers commands while the component is mounted. `run` may be another function in each render. */
export function useRegisterCommands(commands: Command[]): void {
  const register = use(RegisterContext);
  const latest = useRef(commands);
  latest.current = commands;
  // Callers make new commands in each render. Register them again only if an id, a label or a shortcut differs: the
  // group, the icon and the keywords of an id never do.
  const signature = commands.map(({ id, label, shortcut }) => `${id} ${label} ${shortcut}`).join('\n');

  useEffect(() => {
    if (!signature) return;
    return register(
      latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() })),
    );
  }, [register, signature]);
}
