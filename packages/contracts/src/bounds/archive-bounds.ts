/** The maximum of days after which a project archives its closed tasks. */
export const maxArchiveDays = 3_650;
