import { effectScope, ref } from 'vue';
import { describe, expect, it, vi } from 'vitest';
import { usePartsInTurn } from '@renderer/tasks/parts-in-turn';

describe('a view in parts', () => {
  it('has one more with every task, and none any more once it is not wanted', async () => {
    const wanted = ref(false);
    const scope = effectScope();
    const parts = scope.run(() => usePartsInTurn(() => wanted.value, 2));
    const seen: (number | undefined)[] = [parts?.value];
    wanted.value = true;
    await vi.waitFor(() => {
      if (seen.at(-1) !== parts?.value) seen.push(parts?.value);
      expect(parts?.value).toBe(2);
    });
    expect(seen[0]).toBe(0);
    wanted.value = false;
    await vi.waitFor(() => expect(parts?.value).toBe(0));
    scope.stop();
  });

  it('begins at once where it is wanted from the start', async () => {
    const scope = effectScope();
    const parts = scope.run(() => usePartsInTurn(() => true, 1));
    expect(parts?.value).toBe(0);
    await vi.waitFor(() => expect(parts?.value).toBe(1));
    scope.stop();
  });
});
