import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  commandNames,
  streamNames,
  type CommandHandlers,
  type CommandName,
  type StreamName,
} from '@shared/ipc/contract';

describe('the contract', () => {
  it('lists every command and every stream once, so that the bridge knows them all', () => {
    expectTypeOf<(typeof commandNames)[number]>().toEqualTypeOf<CommandName>();
    expectTypeOf<(typeof streamNames)[number]>().toEqualTypeOf<StreamName>();
    expect(new Set(commandNames).size).toBe(commandNames.length);
    expect(new Set(streamNames).size).toBe(streamNames.length);
  });

  it('asks for a handler of every command, with the right request and reply', () => {
    expectTypeOf<keyof CommandHandlers>().toEqualTypeOf<CommandName>();
    expectTypeOf<CommandHandlers['devices.list']>().parameters.toEqualTypeOf<
      [{ refresh: boolean }]
    >();
  });
});
