/**
 * Options that belong to single commands and not to the server: their help texts, and the commands that accept them.
 */
export const commandOptions = {
  encrypt: {
    commands: ['backup'],
    help: 'Encrypts it with a passphrase: of GUILDHALL_BACKUP_PASSPHRASE, of the file of --passphrase-file, or asked for.',
  },
  'allow-missing-files': {
    commands: ['backup'],
    help: 'Ends with 0 although files that have a row are not in the store.',
  },
  yes: { commands: ['data remove'], help: 'Does without a question what cannot be undone.' },
} as const satisfies Record<string, { commands: readonly string[]; help: string }>

export type CommandOption = keyof typeof commandOptions
