/**
 * The plan of "Find the best size" on one device: every candidate is in it from the beginning, so that each has
 * a row and a reason. Decides nothing about limits (plan.ts does); refuses what the user forbids.
 */
import type { DeviceInfo } from '../device';
import { planSweep } from '../plan';
import type { Configuration, DevicePlan } from '../plan-types';
import { parseSignatures } from '../signature';
import { localKey, localLabel } from '../sizes';
import type { SweepSpec } from '../sweep';
import { searchCandidates } from './candidates';
import type { SearchOptions } from './search-types';

const forbidden = (configuration: Configuration, device: DeviceInfo): Configuration => {
  const size = localLabel(configuration.local);
  return {
    ...configuration,
    rejected: {
      kind: 'skipped',
      reason: 'forbidden',
      message: `Local size ${size} was not measured on ${device.name}: you forbade it.`,
      detail: { size, device: device.name },
    },
  };
};

/** Stage one of the plan, as `planSweep`, of the candidates instead of the spec's sizes. */
export const planSearch = (
  spec: SweepSpec,
  sourceText: string,
  device: DeviceInfo,
  search: SearchOptions,
): DevicePlan => {
  const kernel = parseSignatures(sourceText).find(({ name }) => name === spec.kernel);
  const local = searchCandidates(spec.global, device, kernel?.requiredLocal ?? null, search.add);
  const plan = planSweep({ ...spec, local }, device);
  const never = new Set(search.forbid.map(localKey));
  return {
    ...plan,
    configurations: plan.configurations.map((configuration) =>
      never.has(configuration.id) ? forbidden(configuration, device) : configuration,
    ),
  };
};
