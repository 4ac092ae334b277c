/** `ndrange devices`: what the drivers say of the devices of this machine. */
import { propertyValue, type DeviceInfo } from '@shared/domain/device';
import { selectDevices } from '@shared/domain/device-select';
import { formatBytes, formatCount, formatRate, noValue } from '@shared/text';
import { report, type Console } from './console';
import type { MakeEngine } from './command-sweep';
import { exitCodes, type ExitCode } from './exit-codes';
import { parseFlags } from './options';
import { formatTable } from './table';

export const commandDevices = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, { json: { type: 'boolean' } });
  if (!parsed.ok) return report(io, parsed.error);
  const engine = makeEngine(undefined);
  try {
    const listing = await engine.listDevices(false);
    if (parsed.value.values['json'] === true) io.out(`${JSON.stringify(listing, null, 2)}\n`);
    const selected = selectDevices(listing, []);
    if (!selected.ok) return report(io, selected.error);
    if (parsed.value.values['json'] !== true) io.out(devicesText(selected.value));
    for (const { message, advice } of listing.problems) {
      io.err(`! ${message}${advice === undefined ? '' : ` ${advice}`}\n`);
    }
    return exitCodes.ok;
  } finally {
    await engine.close();
  }
};

const devicesText = (devices: readonly DeviceInfo[]): string =>
  formatTable(
    [
      { head: '#', align: 'right' },
      { head: 'device', align: 'left' },
      { head: 'platform', align: 'left' },
      { head: 'type', align: 'left' },
      { head: 'OpenCL', align: 'left' },
      { head: 'driver', align: 'left' },
      { head: 'units', align: 'right' },
      { head: 'clock', align: 'right' },
      { head: 'max group', align: 'right' },
      { head: 'max per dimension', align: 'right' },
      { head: 'local memory', align: 'right' },
      { head: 'global memory', align: 'right' },
    ],
    devices.map((device) => {
      const { limits } = device;
      return [
        String(device.index),
        device.name,
        device.platform.name,
        device.types.join('+'),
        device.versionNumber.join('.'),
        device.driver,
        formatCount(propertyValue(limits.maxComputeUnits) ?? null),
        formatRate(propertyValue(limits.maxClock) ?? null, 'Hz'),
        formatCount(propertyValue(limits.maxWorkGroupSize) ?? null),
        propertyValue(limits.maxWorkItemSizes)?.join('×') ?? noValue,
        formatBytes(propertyValue(limits.localMemory) ?? null),
        formatBytes(propertyValue(limits.globalMemory) ?? null),
      ];
    }),
  );
