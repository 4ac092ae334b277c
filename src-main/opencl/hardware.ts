/**
 * Which hardware a listed device is: its key, the lane that it must share, and its doubles under other
 * platforms. Pure: takes what the drivers said, touches no driver.
 *
 * All devices of type CPU are one resource, since they compute on the same cores; a device that claims
 * to be CPU and GPU at once (a simulator) is taken as CPU. Other devices are the same hardware when
 * their UUID or their PCI address is the same.
 */
import type { DeviceType } from '@shared/domain/device';

export interface HardwareIdentity {
  readonly platform: string;
  readonly name: string;
  readonly types: readonly DeviceType[];
  readonly uuid: string | null;
  readonly pci: string | null;
}

export interface HardwareAssignment {
  readonly ordinal: number;
  readonly key: string;
  readonly resource: string;
  readonly sameHardwareAs: readonly string[];
}

/** By platform name, then device name; equal ones stay in the driver's order. Locale does not matter. */
export const compareIdentity = (left: HardwareIdentity, right: HardwareIdentity): number => {
  if (left.platform !== right.platform) return left.platform < right.platform ? -1 : 1;
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return 0;
};

const isCpu = (identity: HardwareIdentity): boolean => identity.types.includes('cpu');

const sameHardware = (left: HardwareIdentity, right: HardwareIdentity): boolean => {
  if (isCpu(left) || isCpu(right)) return isCpu(left) && isCpu(right);
  return (
    (left.uuid !== null && left.uuid === right.uuid) ||
    (left.pci !== null && left.pci === right.pci)
  );
};

/** For each device the number of its group; two devices are in one group when a chain of likenesses joins them. */
const groupHardware = (identities: readonly HardwareIdentity[]): readonly number[] => {
  const groups = identities.map((_, index) => index);
  identities.forEach((left, index) => {
    identities.slice(0, index).forEach((right, other) => {
      const from = groups[index];
      const to = groups[other];
      if (!sameHardware(left, right) || from === to || to === undefined) return;
      groups.forEach((group, position) => {
        if (group === from) groups[position] = to;
      });
    });
  });
  return groups;
};

/**
 * Keys, lanes and doubles of devices that are sorted by `compareIdentity`. The key is the first of
 * UUID, PCI address and `platform|device|ordinal` that no earlier device has: one GPU under two
 * platforms is listed twice, under two keys.
 */
export const assignHardware = (
  identities: readonly HardwareIdentity[],
): readonly HardwareAssignment[] => {
  const seen = new Map<string, number>();
  const used = new Set<string>();
  const named = identities.map((identity) => {
    const label = `${identity.platform}|${identity.name}`;
    const ordinal = seen.get(label) ?? 0;
    seen.set(label, ordinal + 1);
    const fallback = `${label}|${ordinal}`;
    const key =
      [identity.uuid, identity.pci].find(
        (candidate): candidate is string => candidate !== null && !used.has(candidate),
      ) ?? fallback;
    used.add(key);
    return { identity, ordinal, key, fallback };
  });
  const groups = groupHardware(identities);
  return named.map(({ identity, ordinal, key, fallback }, index) => {
    const members = named.filter((_, other) => groups[other] === groups[index]);
    const uuid = members.find((member) => member.identity.uuid !== null)?.identity.uuid;
    const pci = members.find((member) => member.identity.pci !== null)?.identity.pci;
    return {
      ordinal,
      key,
      resource: isCpu(identity) ? 'cpu' : (uuid ?? pci ?? fallback),
      sameHardwareAs: members
        .filter((member) => member.identity.platform !== identity.platform)
        .map((member) => member.key),
    };
  });
};
