/** The maximum of `archiveAfterDays` of a project. */
export const maxArchiveDays = 3_650;
