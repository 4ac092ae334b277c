/**
 * The application menu. Its items are the system's own roles; what the workbench does has its buttons and
 * keys in the window. There is no Reload: F5 runs a sweep, and a reload would only lose what is typed.
 */
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

export const setMenu = (): void => {
  const template: MenuItemConstructorOptions[] = [
    process.platform === 'darwin' ? { role: 'appMenu' } : { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      role: 'viewMenu',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
};
