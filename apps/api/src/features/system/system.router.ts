import { ServiceStatus } from '@crewboard/contracts';
import { router } from '../../trpc/init.ts';
import { publicProcedure } from '../../trpc/procedures.ts';

export const systemRouter = router({
  status: publicProcedure.output(ServiceStatus).query(({ ctx }) => ctx.readiness.status()),
});
