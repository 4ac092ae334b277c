/**
 * Properties of a device as short texts. A property that the driver would not tell shows its own error
 * in its place; nothing is made up for it.
 */
import type { DeviceInfo, Property } from '@shared/domain/device';
import { formatBytes, formatCount, formatDuration, formatRate } from '@shared/text';
import type { MessageKey } from '@renderer/i18n';

export type PropertyGroup = 'health' | 'identity' | 'limits' | 'memory' | 'time';

type Leaf<Key extends string> = Key extends `devices.prop.${infer Name}` ? Name : never;
export type PropertyName = Leaf<MessageKey>;

export interface DeviceFact {
  readonly group: PropertyGroup;
  readonly name: PropertyName;
  readonly value: string;
  /** Set when the driver gave an error in place of the value. */
  readonly error: string | null;
}

/** Words that depend on the language. */
export interface FactWords {
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly noEventTime: string;
}

/** All properties in reading order. */
export const deviceFacts = (device: DeviceInfo, words: FactWords): readonly DeviceFact[] => {
  const facts: DeviceFact[] = [];
  const say = (group: PropertyGroup, name: PropertyName, value: string): void => {
    facts.push({ group, name, value: value === '' ? words.none : value, error: null });
  };
  const ask = <Value>(
    group: PropertyGroup,
    name: PropertyName,
    property: Property<Value>,
    format: (value: Value) => string,
  ): void => {
    if (property.ok) say(group, name, format(property.value));
    else facts.push({ group, name, value: words.none, error: property.error });
  };
  const { limits } = device;

  say('identity', 'name', device.name);
  say('identity', 'platform', `${device.platform.name} · ${device.platform.version}`);
  say('identity', 'vendor', device.vendor);
  say('identity', 'driver', device.driver);
  say('identity', 'version', device.version);
  say('identity', 'openclC', device.openclC);
  say('identity', 'types', device.types.join(', ').toUpperCase());
  say('identity', 'uuid', device.uuid ?? '');
  say('identity', 'pci', device.pci ?? '');
  say('identity', 'resource', device.resource);
  say('identity', 'key', device.key);

  ask('limits', 'maxWorkGroupSize', limits.maxWorkGroupSize, formatCount);
  ask('limits', 'maxWorkItemSizes', limits.maxWorkItemSizes, (sizes) =>
    sizes.map(formatCount).join(' × '),
  );
  ask('limits', 'maxComputeUnits', limits.maxComputeUnits, formatCount);
  ask('limits', 'maxClock', limits.maxClock, (clock) => formatRate(clock, 'Hz'));
  ask('limits', 'preferredMultiple', limits.preferredMultiple, formatCount);
  ask('limits', 'vectorWidthFloat', limits.vectorWidthFloat, formatCount);
  ask('limits', 'addressBits', limits.addressBits, String);

  ask('memory', 'globalMemory', limits.globalMemory, formatBytes);
  ask('memory', 'maxAllocation', limits.maxAllocation, formatBytes);
  ask('memory', 'globalCache', limits.globalCache, formatBytes);
  ask('memory', 'globalCacheLine', limits.globalCacheLine, formatBytes);
  ask('memory', 'localMemory', limits.localMemory, formatBytes);
  ask('memory', 'localMemoryType', limits.localMemoryType, String);
  ask('memory', 'constantBuffer', limits.constantBuffer, formatBytes);

  ask('time', 'timerResolution', limits.timerResolution, (step) =>
    step > 0 ? formatDuration(step) : words.noEventTime,
  );
  ask('time', 'doublePrecision', limits.doublePrecision, (has) => (has ? words.yes : words.no));
  return facts;
};

/** One property with the error in the value's place, for the small card. */
export const shortFact = <Value>(
  property: Property<Value>,
  format: (value: Value) => string,
  unknown: string,
): string => (property.ok ? format(property.value) : unknown);
