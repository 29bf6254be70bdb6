/** The maximum of `archiveAfterDays`, after which a project archives its closed tasks: ten years. */
export const maxArchiveAfterDays = 3_650;
