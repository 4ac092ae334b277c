/** The names of Electron's channels, known to bridge and preload only. */
import type { StreamName } from '@shared/ipc/contract';

export const callChannel = 'workbench:call';

export const streamChannel = (name: StreamName): string => `workbench:stream:${name}`;
