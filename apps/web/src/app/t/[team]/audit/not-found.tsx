import { AuditClosed } from '../../../../features/audit/audit-closed.tsx';

/** The audit exists in every team: what is not found is only what the role of the reader may not see. */
export default function AuditNotFoundPage() {
  return <AuditClosed />;
}
