/**
 * A platform that is installed and offers no device: what is said of it, and what to do. Its driver answers without
 * an error, so without a word the user would look for the fault elsewhere. Silent about one that is replaced by
 * another of the same package. Pure.
 */
import type { ListingProblem } from '@shared/domain/device';

/** Mesa registers Clover beside rusticl; where Clover has no device, it has none to come. */
const replaced = 'Clover';

const adviceOf = (platform: string): string => {
  if (platform === 'Portable Computing Language') {
    return 'PoCL needs a readable /sys to find the processor, and offers only what the variable POCL_DEVICES names where that is set: check both.';
  }
  if (platform === 'rusticl') {
    return 'Mesa offers only the drivers that the variable RUSTICL_ENABLE names, such as RUSTICL_ENABLE=llvmpipe, radeonsi or iris.';
  }
  return "Install the hardware's driver beside it, and check that you may use the device (on Linux the groups render and video).";
};

/** null: nothing to be said as long as other platforms have devices. */
export const emptyPlatform = (
  platform: string,
  othersHaveDevices: boolean,
): ListingProblem | null =>
  platform === replaced && othersHaveDevices
    ? null
    : {
        code: 'no-platform',
        subject: platform,
        message: `The platform "${platform}" is installed but offers no device on this machine.`,
        advice: adviceOf(platform),
      };
