/** Reads an unknown value as a measured peak, from the file of peaks or from the header of a run. */
import * as v from 'valibot';
import type { DevicePeak } from './peak';

const positive = v.pipe(
  v.number('is not a number'),
  v.finite('is not a finite number'),
  v.gtValue(0, 'is not above 0'),
);
const text = v.pipe(v.string('is not a text'), v.maxLength(1000, 'is too long'));
const figure = v.nullable(
  v.object({
    rate: positive,
    width: positive,
    local: v.nullable(v.pipe(v.array(positive, 'is no list'), v.maxLength(3, 'is no local size'))),
    work: positive,
    medianNs: positive,
    timeSource: v.picklist(['event', 'batch', 'wall'], 'is no time source'),
  }),
);

export const peakSchema: v.GenericSchema<unknown, DevicePeak> = v.object(
  {
    deviceKey: text,
    device: text,
    driver: text,
    measuredAt: text,
    appVersion: text,
    bandwidth: figure,
    compute: figure,
  },
  'is no peak of a device',
);
