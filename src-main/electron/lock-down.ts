/**
 * What a page of this app may not do, whatever got into it: go elsewhere, open windows, embed web views,
 * be granted permissions (but for putting text on the clipboard), or reach the network. The window needs none of it: all that it shows comes
 * from app:// and over the typed bridge.
 */
import { app, type Session, type WebContents } from 'electron';

const localSchemes = ['app:', 'data:', 'blob:', 'devtools:'];

/** Copy buttons: text goes to the clipboard. Reading it back stays denied. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Cancels every request that leaves the machine, and every permission but one. `origin`: where the page is from. */
export const lockSession = (session: Session, origin: string): void => {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(granted.has(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission) => granted.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = new URL(details.url);
    // The second and third part hold for the development server only: app: needs no exception.
    const own =
      details.url.startsWith(`${origin}/`) ||
      details.url.startsWith(`${origin.replace(/^http/, 'ws')}/`);
    answer({ cancel: !own && !localSchemes.includes(url.protocol) });
  });
};

/** Refuses navigation away from `origin`, new windows and web views, for every page that the app makes. */
export const lockContents = (origin: string): void => {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stay = (event: { preventDefault(): void }, url: string): void => {
      if (!url.startsWith(`${origin}/`)) event.preventDefault();
    };
    contents.on('will-navigate', (event) => stay(event, event.url));
    contents.on('will-redirect', (event) => stay(event, event.url));
    contents.on('will-frame-navigate', (event) => stay(event, event.url));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // A peer connection asks servers of its own, past the policy and the request filter.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
};
