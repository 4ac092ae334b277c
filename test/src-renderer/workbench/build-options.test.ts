// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import BuildOptionsField from '@renderer/components/kernel/BuildOptionsField.vue';
import {
  knownOptions,
  optionRemarks,
  optionText,
  suggestions,
  tidyOptions,
  withOption,
  type OptionDoc,
} from '@renderer/components/kernel/build-option-model';

const names = (text: string, cursor = text.length) =>
  suggestions(text, cursor).map((option) => optionText(option));

describe('build options', () => {
  it('are offered by any part of their name, and only once', () => {
    expect(names('-mad')).toEqual(['-cl-mad-enable']);
    expect(names('-cl-mad-enable -cl-m')).not.toContain('-cl-mad-enable');
    expect(names('')).toHaveLength(knownOptions.length);
    expect(names('NAME')).toEqual([]);
  });

  it('replace what is typed at the cursor, and leave their value to be typed over', () => {
    const [define] = knownOptions;
    expect(withOption('-cl-mad-enable -', 16, define)).toEqual({
      text: '-cl-mad-enable -D NAME=1',
      from: 18,
      to: 24,
    });
    const relaxed = knownOptions.find(({ name }) => name === '-cl-fast-relaxed-math');
    if (relaxed === undefined) throw new Error('The option is gone.');
    expect(withOption('-fast -w', 5, relaxed).text).toBe('-cl-fast-relaxed-math -w');
  });

  it('are tidied without touching what is quoted', () => {
    expect(tidyOptions('  -w   -D  "A=1  2" ')).toBe('-w -D "A=1  2"');
  });

  it('are remarked on when twice there, or unknown', () => {
    expect(optionRemarks('-w -D A -D B -w -cl-mad-enabled -cl-std=CL1.1')).toEqual([
      { kind: 'twice', option: '-w' },
      { kind: 'unknown', option: '-cl-mad-enabled' },
    ]);
    expect(optionRemarks('-cl-nv-verbose -DTILE={lx}')).toEqual([]);
  });

  it('are chosen with arrows and Enter, and handed over tidied', async () => {
    const docs = Object.fromEntries(knownOptions.map(({ doc }) => [doc, `about ${doc}`]));
    const wrapper = mount(BuildOptionsField, {
      props: {
        id: 'build-options',
        value: '',
        label: 'Build options',
        docs: docs as Record<OptionDoc, string>,
      },
      attachTo: document.body,
    });
    const field = wrapper.get('input');
    await field.setValue('-w  -mad');
    expect(wrapper.findAll('[role="option"]')).toHaveLength(1);
    await field.trigger('keydown', { key: 'ArrowDown' });
    expect(field.attributes('aria-activedescendant')).toBe('build-options-0');
    await field.trigger('keydown', { key: 'Enter' });
    await wrapper.vm.$nextTick();
    expect(field.element.value).toBe('-w  -cl-mad-enable');
    expect(wrapper.emitted('commit')).toBeUndefined();
    await field.trigger('keydown', { key: 'Enter' });
    expect(wrapper.emitted('commit')).toEqual([['-w -cl-mad-enable']]);
    wrapper.unmount();
  });
});
