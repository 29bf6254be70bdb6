import { BackupHealth, ServiceStatus } from '../status.ts';
import { defineOperations } from './define-operations.ts';

export const system = defineOperations('system', {
  status: { operationId: 'getServiceStatus', type: 'query', access: 'public', output: ServiceStatus },
  backups: { operationId: 'getBackupHealth', type: 'query', access: 'signedIn', output: BackupHealth },
});
