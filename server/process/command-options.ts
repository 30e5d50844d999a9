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
  'dry-run': { commands: ['migrate'], help: 'Names the migrations that would be run, and changes nothing.' },
  work: { commands: ['token create'], help: 'The token may also do what members do.' },
  manage: { commands: ['token create'], help: 'The token may also do what owners and admins of projects do.' },
  admin: { commands: ['token create'], help: "The token may also make the administrators' calls." },
  yes: { commands: ['data remove'], help: 'Confirms a removal that cannot be undone.' },
} as const satisfies Record<string, { commands: readonly string[]; help: string }>

export type CommandOption = keyof typeof commandOptions
