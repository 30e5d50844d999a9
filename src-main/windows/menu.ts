import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application's menu; null for none. On macOS the keys for copy, paste, undo and quit are this menu's, and without it
 * they do nothing; elsewhere the page has them itself. With a server of its own the app leads to that server's local mailbox,
 * whose address no page knows.
 */
export const menuTemplate = (
  system: NodeJS.Platform,
  openMailbox?: () => void,
): MenuItemConstructorOptions[] | null => {
  const keys: MenuItemConstructorOptions[] =
    system === 'darwin' ? [{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }] : []
  const help: MenuItemConstructorOptions[] = openMailbox
    ? [{ label: 'Help', role: 'help', submenu: [{ label: 'Local Mailbox', click: () => openMailbox() }] }]
    : []
  const menu = [...keys, ...help]
  return menu.length > 0 ? menu : null
}
