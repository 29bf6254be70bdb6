import { FilterSelect } from '#components/lists/filter-select.tsx';

interface BoardFilterSelectProps {
  label: string;
  /** The placeholder while nothing is selected. */
  all: string;
  options: { value: string; label: string }[];
  value?: string;
  onChange: (value: string | null) => void;
}

/** One filter of the board. An id in the URL that does not exist is shown as unknown. */
export function BoardFilterSelect({ label, all, options, value, onChange }: BoardFilterSelectProps) {
  const isKnown = !value || options.some((option) => option.value === value);
  return (
    <FilterSelect
      all={all}
      data={isKnown ? options : [...options, { value, label: 'Unknown' }]}
      label={label}
      onChange={onChange}
      searchable={options.length > 8}
      value={value}
    />
  );
}
