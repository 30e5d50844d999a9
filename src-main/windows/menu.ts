import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application's menu; null for none. On macOS the keys for copy, paste, undo and quit are this menu's, and without it
 * they do nothing; elsewhere the page has them itself.
 */
export const menuTemplate = (system: NodeJS.Platform): MenuItemConstructorOptions[] | null =>
  system === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] : null
