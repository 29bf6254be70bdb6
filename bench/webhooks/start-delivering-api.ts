import { startApi, startDatabase } from '../start-service.ts';

export type DeliveringApi = {
  apiUrl: string;
  databaseUrl: string;
  /** Of the owner of the database. */
  ownerUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts the API with delivery in its process. Deliveries to this machine are allowed, and the database keeps the
 * commit time of each transaction.
 */
export async function startDeliveringApi(): Promise<DeliveringApi> {
  const database = await startDatabase({ track_commit_timestamp: 'on' });
  const api = await startApi(database, { WEBHOOK_ALLOW: '127.0.0.0/8,::1', RATE_LIMIT_PER_MINUTE: '0' });
  const stop = async () => {
    await api.stop();
    await database.stop();
  };
  return { apiUrl: api.origin, databaseUrl: database.url, ownerUrl: database.ownerUrl, stop };
}
