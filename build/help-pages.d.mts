/** Types of help-pages.mjs for the build's configuration. */
import type { Plugin } from 'vite';

export declare const helpDocuments: readonly string[];
export declare const helpLink: (href: string) => string | null;
export declare const helpPage: (name: string, markdown: string) => string;
export declare const helpPages: (root: string) => Plugin;
