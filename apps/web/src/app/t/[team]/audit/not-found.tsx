import { AuditClosed } from '#features/audit/audit-closed.tsx';

/** The audit exists in every team: a 404 means that the role of the reader does not allow it. */
export default function AuditNotFoundPage() {
  return <AuditClosed />;
}
