/**
 * Options that belong to single commands and not to the server: their help texts, and the commands that accept them.
 */
export const commandOptions = {
  encrypt: {
    commands: ['backup'],
    help: 'Encrypts the backup; the passphrase comes from GUILDHALL_BACKUP_PASSPHRASE, the file of --passphrase-file, or the terminal.',
  },
  'allow-missing-files': {
    commands: ['backup'],
    help: 'Exits with code 0 even when uploaded files are missing from the store.',
  },
  yes: { commands: ['data remove'], help: 'Confirms a removal that cannot be undone.' },
} as const satisfies Record<string, { commands: readonly string[]; help: string }>

export type CommandOption = keyof typeof commandOptions
