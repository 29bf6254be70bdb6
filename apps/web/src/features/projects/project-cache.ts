import type { Project } from '@crewboard/contracts';

/** The list with this answer in it; a new project stands last, as the API lists them. */
export function withProject(projects: Project[], project: Project): Project[] {
  const known = projects.some(({ id }) => id === project.id);
  return known
    ? projects.map((other) => (other.id === project.id ? project : other))
    : [...projects, project];
}
