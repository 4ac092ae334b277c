// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { nextTick } from 'vue';
import { expect, it } from 'vitest';
import UiSelect from '@renderer/components/UiSelect.vue';

it('says what is chosen in the language of now', async () => {
  const wrapper = mount(UiSelect<'all' | 'failed'>, {
    props: {
      modelValue: 'all',
      label: 'Outcomes',
      options: [
        { value: 'all', label: 'All outcomes' },
        { value: 'failed', label: 'Failed' },
      ],
    },
    attachTo: document.body,
  });
  await nextTick();
  expect(wrapper.get('button').text()).toBe('All outcomes');
  await wrapper.setProps({
    options: [
      { value: 'all', label: '所有结果' },
      { value: 'failed', label: '失败' },
    ],
  });
  expect(wrapper.get('button').text()).toBe('所有结果');
  await wrapper.setProps({ modelValue: 'failed' });
  expect(wrapper.get('button').text()).toBe('失败');
  wrapper.unmount();
});
