import { BackupHealth, ServiceStatus } from '../resources/service-status.ts';
import { defineOperations, query } from './define-operations.ts';

export const system = defineOperations('system', {
  status: query('getServiceStatus', { access: 'public', output: ServiceStatus }),
  backups: query('getBackupHealth', { access: 'signedIn', output: BackupHealth }),
});
