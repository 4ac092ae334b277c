/**
 * The one door between page and main process. It answers only the main frame of our own origin, only
 * commands of the contract, and only requests that pass their schema. What goes wrong comes back as a
 * Problem where the command's reply can carry one; a thrown error is a bug and says no more than that.
 */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import * as v from 'valibot';
import { problem, type Problem } from '@shared/domain/problem';
import { err } from '@shared/domain/result';
import { commandNames, type CommandHandlers, type CommandName } from '@shared/ipc/contract';
import { callChannel } from './channels';
import { describeIssues, fieldOfIssues, requestSchemas } from './requests';

/** Commands whose reply is a Result: these answer an error as a value, the others reject. */
const resultCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  'updates.check',
  'updates.get',
  'kernel.open',
  'kernel.save',
  'sweep.start',
  'sweep.cancel',
  'sweep.resume',
  'peaks.measure',
  'runs.open',
  'runs.import',
  'runs.import-as',
  'runs.export-csv',
  'runs.export-json',
  'runs.export-report',
  'runs.picture',
  'runs.save-picture',
  'runs.delete',
  'runs.restore',
  'runs.set-notes',
]);

const isCommand = (name: unknown): name is CommandName =>
  (commandNames as readonly unknown[]).includes(name);

const refuse = (name: CommandName, error: Problem): unknown => {
  if (resultCommands.has(name)) return err(error);
  throw new Error(error.message);
};

export interface BridgeOptions {
  readonly handlers: CommandHandlers;
  /** Where the page is from, without a trailing slash: `app://workbench`. */
  readonly origin: string;
  /** Told of every exception that a handler throws: a bug, for the log. */
  readonly onBug: (command: CommandName, error: unknown) => void;
}

/** Whether a call comes from the top frame of our own page. */
export const isTrusted = (
  frame: { readonly url: string; readonly parent: unknown } | null,
  origin: string,
): boolean => frame !== null && frame.parent === null && frame.url.startsWith(`${origin}/`);

/** Answers one call. Exported for tests; `registerBridge` puts it on the channel. */
export const answerCall = async (
  { handlers, onBug }: Omit<BridgeOptions, 'origin'>,
  name: unknown,
  request: unknown,
): Promise<unknown> => {
  if (!isCommand(name)) throw new Error('There is no such command.');
  const parsed = v.safeParse(requestSchemas[name], request);
  if (!parsed.success) {
    return refuse(
      name,
      problem(
        'invalid-option',
        `The request ${name} was refused: ${describeIssues(parsed.issues)}`,
        undefined,
        { command: name, field: fieldOfIssues(parsed.issues) },
        'request-refused',
      ),
    );
  }
  // The table pairs each schema with its handler by name; TypeScript cannot follow that through a union.
  const handler = handlers[name] as (input: unknown) => Promise<unknown>;
  try {
    return await handler(parsed.output);
  } catch (error) {
    onBug(name, error);
    return refuse(
      name,
      problem(
        'internal',
        `${name} failed inside the program: ${error instanceof Error ? error.message : String(error)}`,
        'What was measured so far is safe. Try again; restart the program if it happens again.',
        { command: name },
        'command-failed',
      ),
    );
  }
};

export const registerBridge = (ipc: Pick<IpcMain, 'handle'>, options: BridgeOptions): void => {
  ipc.handle(callChannel, async (event: IpcMainInvokeEvent, name: unknown, request: unknown) => {
    if (!isTrusted(event.senderFrame, options.origin)) throw new Error('Refused.');
    return answerCall(options, name, request);
  });
};
