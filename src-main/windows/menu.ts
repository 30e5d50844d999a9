import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application's menu; null for none. On macOS the keys for copy, paste, undo and quit are this menu's, and without it
 * they do nothing; elsewhere the page has them itself. With a server of its own the app leads to that server's local mailbox,
 * whose address no page knows; a package that gets updates can be told to look for them.
 */
export const menuTemplate = (
  system: NodeJS.Platform,
  openMailbox?: () => void,
  checkForUpdates?: () => void,
): MenuItemConstructorOptions[] | null => {
  const keys: MenuItemConstructorOptions[] =
    system === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] : []
  const entries: MenuItemConstructorOptions[] = [
    ...(openMailbox ? [{ label: 'Local Mailbox', click: () => openMailbox() }] : []),
    ...(checkForUpdates ? [{ label: 'Check for Updates…', click: () => checkForUpdates() }] : []),
  ]
  const help: MenuItemConstructorOptions[] =
    entries.length > 0 ? [{ label: 'Help', role: 'help', submenu: entries }] : []
  const menu = [...keys, ...help]
  return menu.length > 0 ? menu : null
}
