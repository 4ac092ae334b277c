import type { Plugin } from 'vite';

export const firstLoad: () => Plugin;
