import { Skeleton } from '@mantine/core';

/**
 * Replaces the content of a dialog until it is loaded. The dialog opens at once: later, it could interrupt the person.
 */
export const DialogSkeleton = () => <Skeleton h={96} radius="sm" />;
