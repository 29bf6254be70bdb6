import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A list with this many options is long enough to open the keyboard of a touch screen for a search. */
const minSearchable = 9;

/** The `key` of events whose character is not known yet: those of dead keys and of input methods. */
const unknownCharacters = ['Dead', 'Process', 'Unidentified'];

/**
 * A select that searches as soon as a person types: the typed text replaces the name of the chosen option. Until then,
 * the space bar and Enter open the list, and a list with few options opens no keyboard on a touch screen.
 */
export function SearchSelect({ searchable = false, ...props }: SelectProps) {
  /** Null while the person does not search. */
  const [search, setSearch] = useState<string | null>(null);
  const options = getOptionsLockup(getParsedComboboxData(props.data));
  const hasFew = !searchable && Object.keys(options).length < minSearchable;
  const chosen = options[props.value ?? '']?.label ?? '';
  /** No text or the unchanged name: Mantine lists all options, and Enter must not choose the preselected first one. */
  const isBlankSearch = search === '' || search === chosen;
  const keepsChosen = useRef(false);
  const field = useRef<HTMLInputElement>(null);

  // Mantine makes the field read-only while the list has no search, but input methods do not work in such a field.
  useLayoutEffect(() => {
    if (field.current) field.current.readOnly = props.readOnly ?? false;
  });

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (search === null && !props.readOnly && beginsText(event)) {
      // Select the name, so that the typed text replaces it, and mount the list before the text arrives.
      event.currentTarget.select();
      flushSync(() => setSearch(chosen));
    }
    // Enter must not submit the form if nothing matches.
    if (key === 'Enter' && search !== null) event.preventDefault();
    // An arrow key ends a blank search, so that Enter chooses the option that the key reached.
    if (isBlankSearch && (key === 'ArrowDown' || key === 'ArrowUp')) setSearch(null);
    keepsChosen.current = key === 'Enter' && isBlankSearch;
  }

  function endSearch() {
    keepsChosen.current = false;
    setSearch(null);
  }

  return (
    <Select
      inputMode={hasFew ? 'none' : undefined}
      nothingFoundMessage="Nothing found"
      {...props}
      // Keep the list mounted from the first character on, so that Enter chooses from it.
      comboboxProps={{ ...props.comboboxProps, keepMounted: search !== null }}
      onBlur={(event) => {
        endSearch();
        props.onBlur?.(event);
      }}
      onChange={(...choice) => !keepsChosen.current && props.onChange?.(...choice)}
      onClear={endSearch}
      onDropdownClose={endSearch}
      onKeyDown={handleKey}
      // At the end of a search Mantine sets the name of the chosen option: this must not start another search.
      onSearchChange={(next) => setSearch((now) => (now === null && next === chosen ? null : next))}
      ref={field}
      searchable={!hasFew || search !== null}
      searchValue={search ?? chosen}
      selectFirstOptionOnChange={search !== null}
      selectFirstOptionOnDropdownOpen={search !== null}
      style={hasFew && search === null ? { caretColor: 'transparent' } : undefined}
    />
  );
}

/** Whether a key types a character, or begins to type one. */
function beginsText(event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (unknownCharacters.includes(key)) return true;
  // Windows reports AltGr as Ctrl and Alt.
  const isShortcut = (altKey || ctrlKey || metaKey) && !event.getModifierState('AltGraph');
  return key.length === 1 && key !== ' ' && !isShortcut;
}
