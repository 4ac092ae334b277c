import type { Plugin, Rolldown } from 'vite';

export const firstLoad: () => Plugin;
export const oneFirstChunk: (page: string) => Rolldown.CodeSplittingOptions;
