/**
 * Whether a configuration can be launched: a worker with its build is there, and the limits of the kernel
 * that was built allow it. Refuses configurations whose build fails or whose size the kernel cannot take;
 * with one build for all, its failure ends them all.
 */
import { buildOptionsFor } from '@shared/domain/build-options';
import { applyKernelLimits } from '@shared/domain/plan';
import type { Configuration } from '@shared/domain/plan-types';
import type { ConfigurationProgress } from './configuration-progress';
import type { Built, BuildWish } from './device-worker';
import type { Failed } from './outcome-of';
import type { SweepContext } from './sweep-context';
import { warningOfLoops } from './warnings';

export interface SweepBuilds {
  /** The first build gives the kernel's limits, and with them the plan. */
  begin(): Promise<void>;
  /** The build that a configuration needs; a failure when there is none. */
  wishOf(configuration: Configuration): BuildWish | Failed;
  /**
   * Has a worker with this configuration's build. false: the configuration has ended, or all have; the
   * caller goes on with the next.
   */
  makeReady(item: ConfigurationProgress): Promise<boolean>;
}

export const createSweepBuilds = (context: SweepContext): SweepBuilds => {
  const { sweep, perSize, ledger, worker, lives } = context;
  const { device, spec, plan, signal } = sweep;
  // An earlier part of the run has said it.
  let loopsSaid = sweep.earlier !== undefined;
  const builtSizes = new Set<string>();

  const sayLoops = (): void => {
    const warning = loopsSaid ? null : warningOfLoops(worker.loopLimit, device.name);
    loopsSaid = true;
    if (warning !== null) ledger.warn(warning);
  };
  const wishOf = (configuration: Configuration): BuildWish | Failed => {
    if (!perSize) return { key: '', options: spec.buildOptions };
    const text = buildOptionsFor(spec, configuration);
    return text.ok
      ? { key: configuration.id, options: text.value }
      : { kind: 'failed', reason: 'build-failed', stage: 'build', message: text.error.message };
  };
  /** In per-size builds the kernel's limits are known only now. */
  const fitsKernel = (item: ConfigurationProgress, built: Built): boolean => {
    const { id } = item.configuration;
    if (builtSizes.has(id)) return true;
    builtSizes.add(id);
    ledger.announceBuild(built, id, worker.timer);
    sayLoops();
    const one = { deviceKey: device.key, configurations: [item.configuration] };
    const [limited] = applyKernelLimits(one, spec, built.kernel, device).configurations;
    const rejected = limited?.rejected ?? null;
    if (rejected === null) return true;
    ledger.end(item, rejected);
    return false;
  };
  const makeReady = async (item: ConfigurationProgress): Promise<boolean> => {
    const wish = wishOf(item.configuration);
    if ('kind' in wish) {
      ledger.end(item, wish);
      return false;
    }
    while (!lives.stopped()) {
      const readiness = await worker.ready(wish);
      switch (readiness.kind) {
        case 'ready':
          return perSize ? fitsKernel(item, readiness.built) : true;
        case 'stopped':
          return false;
        case 'refused':
          if (perSize) ledger.end(item, readiness.outcome);
          else ledger.close(readiness.outcome);
          return false;
        case 'died':
          if (perSize) ledger.end(item, readiness.outcome);
          lives.countDeath(item);
          if (perSize) return false;
      }
    }
    return false;
  };
  const begin = async (): Promise<void> => {
    const nothing = plan.configurations.every(({ rejected }) => rejected !== null);
    if (perSize || nothing || signal.aborted) {
      ledger.announce(plan.configurations);
      return;
    }
    const wish: BuildWish = { key: '', options: spec.buildOptions };
    let readiness = await worker.ready(wish);
    if (readiness.kind === 'died' && readiness.outcome.reason === 'crashed') {
      // Nothing was launched yet, and a compiler that crashes does so soon: it may have been another's doing.
      lives.countDeath(null);
      readiness = await worker.ready(wish);
    }
    if (readiness.kind === 'ready') {
      const { kernel } = readiness.built;
      ledger.announce(applyKernelLimits(plan, spec, kernel, device).configurations);
      ledger.announceBuild(readiness.built, null, worker.timer);
      sayLoops();
      return;
    }
    ledger.announce(plan.configurations);
    if (readiness.kind !== 'stopped') ledger.close(readiness.outcome);
  };

  return { begin, wishOf, makeReady };
};
