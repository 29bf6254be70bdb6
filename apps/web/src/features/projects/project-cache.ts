import type { ListedProject } from '@crewboard/contracts';

/** The list with this project; a new one is last, in the order of the API. */
export function withProject(projects: ListedProject[], project: ListedProject): ListedProject[] {
  const known = projects.some(({ id }) => id === project.id);
  return known
    ? projects.map((other) => (other.id === project.id ? project : other))
    : [...projects, project];
}
