import * as enums from '@crewboard/db/enums';
import type { z } from 'zod';
import { maxPauseGraceSeconds, pauseDefaults } from '../bounds/pause-bounds.ts';
import { textBounds } from '../bounds/text-bounds.ts';
import { valuesOf } from '../enums.ts';
import { oneOf, text, wholeNumber } from '../schemas/values.ts';
import { AgentTarget } from './agent.ts';
import { ProjectTarget } from './project.ts';
import { TeamTarget } from './team.ts';

const pauseFields = {
  reason: text(textBounds.pauseReason).meta({
    description: 'For people, and for the agents whose claims are rejected.',
  }),
  mode: oneOf(valuesOf(enums.PauseMode))
    .nullish()
    .meta({
      description:
        `\`${pauseDefaults.mode}\` when absent: running claims end as they would have. \`release\`: those that are left after ` +
        '`graceSeconds` are released, unless it is resumed before.',
    }),
  graceSeconds: wholeNumber(0, maxPauseGraceSeconds)
    .nullish()
    .meta({
      description: `With the mode \`release\`, ${pauseDefaults.graceSeconds} when absent. A pause that releases already keeps its grace.`,
    }),
};

export const PauseAgent = AgentTarget.extend(pauseFields);
export const PauseProject = ProjectTarget.extend(pauseFields);
export const PauseTeam = TeamTarget.extend(pauseFields);

export type PauseRequest = Pick<z.output<typeof PauseTeam>, keyof typeof pauseFields>;
