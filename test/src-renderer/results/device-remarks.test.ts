// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import DeviceRemarks from '@renderer/components/results/DeviceRemarks.vue';
import type { DeviceRemarks as Remarks } from '@renderer/components/results/remarks-model';
import { i18n } from '@renderer/i18n';

const global = { plugins: [i18n] };
const none: Remarks = { timer: null, drift: null, remarks: [] };
const mounted = (of: Remarks) => mount(DeviceRemarks, { props: { of }, global });

beforeEach(() => {
  i18n.global.locale.value = 'en';
});

describe('DeviceRemarks', () => {
  it('takes no room while there is nothing to say', () => {
    expect(mounted(none).find('[data-testid="device-remarks"]').exists()).toBe(false);
  });

  it('shows the clock, folds the sentences away, and counts them', () => {
    const remarks = [{ label: 'output all zero', message: 'All outputs are zero.' }];
    const timer = { text: 'event time in steps of 32 ns', tone: 'neutral' } as const;
    const line = mounted({ ...none, timer, remarks });
    expect(line.text()).toContain('event time in steps of 32 ns');
    expect(line.get('summary').text()).toBe('1 remark');
    expect(line.get('details').attributes('open')).toBeUndefined();
    expect(line.get('li').text()).toBe('output all zero All outputs are zero.');
  });

  it('names its picture of the drift for those who do not see it', () => {
    const drift = {
      short: 'drift 0.97× … 1.02×',
      label: 'Size 64, measured in every round',
      tone: 'neutral',
      band: { y: 8, height: 4 },
      points: '0,10 100,9',
    } as const;
    const line = mounted({ ...none, drift });
    expect(line.get('svg').attributes('aria-label')).toBe('Size 64, measured in every round');
    expect(line.get('rect').attributes('height')).toBe('4');
  });
});
