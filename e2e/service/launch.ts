import { tailOf } from '../../scripts/setup/log-file.mjs';
import type { Service } from '../../scripts/supervisor/service.ts';

/** Starts it and waits until it answers; what this answers with stops it. */
export async function launch(service: Service): Promise<() => Promise<void>> {
  const instance = await service.launch();
  try {
    await instance.ready;
    return instance.stop;
  } catch (error) {
    await instance.stop();
    throw new Error(`The ${service.title} ${(error as Error).message}. ${tailOf(service.logFile)}`);
  }
}
