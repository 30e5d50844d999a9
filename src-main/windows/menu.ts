import type { MenuItemConstructorOptions } from 'electron'

/**
 * The application's menu; null where there is none. On macOS the keys for copy, paste, undo and quit work only through
 * this menu; elsewhere the page has them itself. The menu of an app with an embedded server opens that server's local
 * mailbox, whose address no page knows. The menu of a package that gets updates has an entry that looks for them.
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
