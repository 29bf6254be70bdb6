import { Skeleton } from '@mantine/core';

/** In a dialog whose content is being loaded. The dialog itself opens at once: later, the person may have gone on. */
export const DialogSkeleton = () => <Skeleton h={96} radius="sm" />;
