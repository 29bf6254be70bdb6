import { tailOf } from '../../scripts/setup/log-file.mjs';
import type { Instance, Service } from '../../scripts/supervisor/service.ts';

/** Starts the service and waits until it is ready. */
export async function launch(service: Service): Promise<Instance> {
  const instance = await service.launch();
  try {
    await instance.ready;
    return instance;
  } catch (error) {
    await instance.stop();
    throw new Error(`The ${service.title} ${(error as Error).message}. ${tailOf(service.logFile)}`);
  }
}
