import { afterEach, expect, it } from 'vitest';
import { createSession } from '@main/opencl/session';
import { expectOk, pocl, rusticl } from './test-session';

const session = createSession(() => undefined);
afterEach(() => session.close());

it('finds that llvmpipe ends long loops, and that PoCL does not', () => {
  expect(expectOk(session.open(rusticl.key, true)).loopLimit).toBe(65_535);
  expect(expectOk(session.open(pocl.key, true)).loopLimit).toBeNull();
});

it('says nothing of loops when it is not asked', () => {
  expect(expectOk(session.open(rusticl.key))).not.toHaveProperty('loopLimit');
});
