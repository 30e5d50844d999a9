import type { MenuItemConstructorOptions } from 'electron'
import type { MenuEntry } from '#shared/bridge/index.ts'
import { type CommandGroup, commandGroups, type CommandID, commandOf, shownKeys } from '#shared/rules/commands.ts'

type MenuParts = {
  system: NodeJS.Platform
  /** Opens the local mailbox of the app's own server, whose address no page knows. */
  openMailbox?: (() => void) | undefined
  /** Looks for a newer version, in a package that gets updates. */
  checkForUpdates?: (() => void) | undefined
  /** The commands that the page offers; none while nobody is signed in. */
  entries: readonly MenuEntry[]
  onChosen: (id: CommandID) => void
}

const groups = Object.keys(commandGroups) as CommandGroup[]

/**
 * The label says the keys, since the page hears them itself: a key that the menu took would be missing where somebody
 * types, and no menu has two keys one after the other.
 */
const labelOf = (id: CommandID, system: NodeJS.Platform): string => {
  const { label, keys } = commandOf(id)
  const [first = ''] = keys
  return `${label}  (${shownKeys(first, system === 'darwin').join(' then ')})`
}

/** The commands of the table, as the page says which there are and which may be done now: one menu for each group. */
const commandMenus = ({ system, entries, onChosen }: MenuParts): MenuItemConstructorOptions[] =>
  groups.flatMap((group) => {
    const listed = entries.filter(({ id }) => commandOf(id).group === group)
    if (listed.length === 0) return []
    const submenu = listed.map(({ id, isEnabled }) => ({
      id,
      label: labelOf(id, system),
      enabled: isEnabled,
      click: () => onChosen(id),
    }))
    return [{ label: commandGroups[group], submenu }]
  })

/**
 * The application's menu; null where there is none. On macOS the keys for copy, paste, undo and quit work only through
 * this menu; elsewhere the page has them itself.
 */
export const menuTemplate = (parts: MenuParts): MenuItemConstructorOptions[] | null => {
  const { system, openMailbox, checkForUpdates } = parts
  const isMac = system === 'darwin'
  const help: MenuItemConstructorOptions[] = [
    ...(openMailbox ? [{ label: 'Local Mailbox', click: () => openMailbox() }] : []),
    ...(checkForUpdates ? [{ label: 'Check for Updates…', click: () => checkForUpdates() }] : []),
  ]
  const menu: MenuItemConstructorOptions[] = [
    ...(isMac ? ([{ role: 'appMenu' }, { role: 'editMenu' }] as const) : []),
    ...commandMenus(parts),
    ...(isMac ? ([{ role: 'windowMenu' }] as const) : []),
    ...(help.length > 0 ? [{ label: 'Help', role: 'help' as const, submenu: help }] : []),
  ]
  return menu.length > 0 ? menu : null
}
