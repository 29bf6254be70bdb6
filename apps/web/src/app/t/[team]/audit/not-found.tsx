import { AuditForbidden } from '#features/audit/audit-forbidden.tsx';

/** The audit exists in every team: a 404 means that the role of the reader does not allow it. */
export default function AuditNotFoundPage() {
  return <AuditForbidden />;
}
