import { ActionMessage } from '#components/notices/action-message.tsx';
import { hideToast, showToast } from '#lib/notices/toast.ts';

const label = 'Task created';

/** A toast that says why a new task is not in view, with a button that opens the task. */
export function showCreatedToast(detail: string, onOpen: () => void): void {
  const open = () => {
    hideToast('created');
    onOpen();
  };
  showToast({
    kind: 'created',
    announcement: `${label}. ${detail}`,
    message: <ActionMessage action="Open" detail={detail} label={label} onAction={open} />,
    autoClose: 8_000,
  });
}
