/** The names of Electron's channels, known to bridge and preload only. */
import type { StreamName } from '@shared/ipc/contract';

export const callChannel = 'workbench:call';

/** Known to the preload script alone: a path comes over it, which the page must not be able to send. */
export const dropChannel = 'workbench:drop';

export const streamChannel = (name: StreamName): string => `workbench:stream:${name}`;
