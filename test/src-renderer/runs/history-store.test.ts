// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { problem } from '@shared/domain/problem';
import { err, ok } from '@shared/domain/result';
import { summarizeRun } from '@shared/domain/run';
import RunsView from '@renderer/views/RunsView.vue';
import { useHistory } from '@renderer/stores/history';
import { useNavigation } from '@renderer/stores/navigation';
import { useRunsStore } from '@renderer/stores/runs';
import { useSettings } from '@renderer/stores/settings';
import { useKernel } from '@renderer/stores/kernel';
import type { FakeBridgeOptions } from '../../support/fake-bridge';
import { buildEvents } from '../../support/run-builder';
import { rowsOf, wholeRun } from '../../support/run-part';
import { mountOn, startStores } from '../../support/window-stores';
import { foldEvents } from '@shared/domain/run';

const events = buildEvents('16: 200 201\n64: 100 101');
const folded = foldEvents(events);
if (folded === null) throw new Error('no run');
const summary = summarizeRun(folded);
const handlers: NonNullable<FakeBridgeOptions['handlers']> = {
  'runs.list': () => Promise.resolve(rowsOf([summary])),
  'runs.open': () => Promise.resolve(wholeRun(events)),
};

describe('the history', () => {
  it('takes deletions back in turn, the last one first', async () => {
    const { calls } = startStores({ handlers });
    const history = useHistory();
    await history.remove('a', 'first');
    await history.remove('b', 'second');
    const undos = history.deleted.map(({ undo }) => undo);
    expect(history.deleted.map(({ name }) => name)).toEqual(['first', 'second']);
    await history.undo();
    await history.undo();
    await history.undo();
    const restored = calls.filter(({ name }) => name === 'runs.restore');
    expect(restored.map(({ request }) => request)).toEqual(
      undos.toReversed().map((undo) => ({ undo })),
    );
  });

  it('says why a run was not deleted, and offers no undo', async () => {
    const busy = err(problem('busy', 'The run a is still being measured.'));
    startStores({ handlers: { ...handlers, 'runs.delete': () => Promise.resolve(busy) } });
    const history = useHistory();
    expect(await history.remove('a', 'first')).toBe(false);
    expect(history.deleted).toEqual([]);
    expect(useRunsStore().problem?.code).toBe('busy');
  });

  it('names the file that was written, and forgets it when nothing was', async () => {
    startStores({ handlers });
    const history = useHistory();
    await history.exportReport('a', 'pdf', 'en');
    expect(history.written).toBe('sweep.pdf');
    startStores({ handlers: { ...handlers, 'runs.export-json': () => Promise.resolve(ok(null)) } });
    const other = useHistory();
    await other.exportJson(['a']);
    expect(other.written).toBe('');
  });
});

describe('the view of the runs', () => {
  let unmount = (): void => undefined;
  afterEach(() => unmount());
  const mounted = async (given: FakeBridgeOptions = { handlers }) => {
    const stores = startStores(given);
    const wrapper = await mountOn(stores, RunsView);
    unmount = () => wrapper.unmount();
    return { wrapper, calls: stores.calls };
  };

  it('says that there is none yet, and that nothing matches', async () => {
    const none = await mounted({ handlers: { 'runs.list': () => Promise.resolve(rowsOf([])) } });
    expect(none.wrapper.text()).toContain('No run yet');
    none.wrapper.unmount();
    const { wrapper } = await mounted();
    await wrapper.get('[data-testid="runs-search"]').setValue('nowhere');
    expect(wrapper.text()).toContain('No run matches');
    await wrapper.get('[data-testid="runs-show-all"]').trigger('click');
    expect(wrapper.findAll('[data-testid^="run-item-"]')).toHaveLength(1);
  });

  it('opens a run and fills the form with it', async () => {
    const { wrapper } = await mounted();
    await wrapper.get(`[data-testid="run-item-${summary.run}"] .main`).trigger('click');
    await flushPromises();
    expect(useRunsStore().current).toBe(summary.run);
    expect(useNavigation().view).toBe('workbench');
    expect(useKernel().origin).toBe('run');
  });

  it('cannot open, compare or export what cannot be read, and says why', async () => {
    const broken = { ...summary, problem: 'Line 3 of x.ndrun is damaged.' };
    const { wrapper } = await mounted({
      handlers: { ...handlers, 'runs.list': () => Promise.resolve(rowsOf([broken])) },
    });
    const row = wrapper.get(`[data-testid="run-item-${summary.run}"]`);
    expect(row.text()).toContain('Line 3 of x.ndrun is damaged.');
    expect(row.get('.main').attributes('disabled')).toBeDefined();
    expect(row.find(`[data-testid="run-compare-${summary.run}"]`).exists()).toBe(false);
  });

  it('lists recorded examples behind an empty history, offers no change of them, and hides them', async () => {
    localStorage.clear();
    const recorded = { ...summary, recorded: { drivers: ['580.159'] } };
    const { wrapper } = await mounted({
      handlers: { ...handlers, 'runs.list': () => Promise.resolve(rowsOf([recorded])) },
    });
    expect(wrapper.text()).toContain('No run yet');
    expect(wrapper.get('[data-testid="runs-count"]').text()).toBe('0 runs');
    const row = wrapper.get(`[data-testid="run-item-${summary.run}"]`);
    expect(row.get('.phase').text()).toBe('Recorded');
    expect(row.get('.phase').attributes('title')).toContain('580.159');
    await wrapper.get(`[data-testid="run-choose-${summary.run}"]`).setValue(true);
    expect(wrapper.get('[data-testid="chosen-delete"]').attributes('disabled')).toBeDefined();
    await wrapper.get('[data-testid="recorded-toggle"]').trigger('click');
    expect(wrapper.findAll('[data-testid^="run-item-"]')).toHaveLength(0);
    expect(wrapper.get('[data-testid="recorded-count"]').text()).toContain('1 recorded');
    localStorage.clear();
  });

  it('is sorted by its heads, which say by which', async () => {
    const list = ['b', 'c', 'a'].map((kernel) => ({ ...summary, run: `run-${kernel}`, kernel }));
    const { wrapper } = await mounted({
      handlers: { ...handlers, 'runs.list': () => Promise.resolve(rowsOf(list)) },
    });
    const shown = () => wrapper.findAll('[data-run]').map((row) => row.attributes('data-run'));
    const sorts = () => wrapper.findAll('[aria-sort]').map((head) => head.attributes('aria-sort'));
    expect(shown()).toEqual(['run-b', 'run-c', 'run-a']);
    expect(sorts()).toEqual(['descending', 'none', 'none', 'none', 'none']);
    const head = wrapper.get('[data-testid="runs-sort-kernel"]');
    await head.trigger('click');
    expect(shown()).toEqual(['run-a', 'run-b', 'run-c']);
    await head.trigger('click');
    expect(shown()).toEqual(['run-c', 'run-b', 'run-a']);
    expect(sorts()).toEqual(['none', 'descending', 'none', 'none', 'none']);
    expect(useSettings().runOrder).toEqual({ column: 'kernel', descending: true });
  });

  it('deletes the chosen runs and can have the last one back', async () => {
    const { wrapper, calls } = await mounted();
    await wrapper.get(`[data-testid="run-choose-${summary.run}"]`).setValue(true);
    await wrapper.get('[data-testid="chosen-delete"]').trigger('click');
    await flushPromises();
    expect(wrapper.find('[data-testid="runs-chosen"]').exists()).toBe(false);
    await wrapper.get('[data-testid="runs-undo"]').trigger('click');
    await flushPromises();
    expect(calls.some(({ name }) => name === 'runs.restore')).toBe(true);
    expect(wrapper.find('[data-testid="runs-undo-line"]').exists()).toBe(false);
  });
});
