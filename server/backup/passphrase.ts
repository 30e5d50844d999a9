import { readFile } from 'node:fs/promises'
import { brand } from '../../shared/brand.ts'
import type { Config } from '../config.ts'

type Told = Pick<Config, 'backupPassphrase' | 'passphraseFile'>

/** The shortest that encrypts: a backup can be tried at home, as often as somebody likes. */
const LEAST = 12

/** Whether a passphrase was given without being asked for. */
export const isPassphraseGiven = ({ backupPassphrase, passphraseFile }: Told): boolean =>
  backupPassphrase !== undefined || passphraseFile !== undefined

/**
 * The passphrase of backups: from the environment, or a file, or else asked for on the terminal (twice, for a new backup). Never
 * from the command line, which other users see. Errors: one sentence when there is none, or it is too short for a new backup.
 */
export const passphraseOf = async (config: Told, use: 'encrypt' | 'decrypt'): Promise<string> => {
  const passphrase = (await givenPassphrase(config)) ?? (await askedPassphrase(use))
  if (use === 'encrypt' && passphrase.length < LEAST)
    throw new Error(`The passphrase of a backup needs at least ${LEAST} characters.`)
  return passphrase
}

const givenPassphrase = async ({ backupPassphrase, passphraseFile }: Told): Promise<string | undefined> => {
  if (backupPassphrase !== undefined) return backupPassphrase
  if (passphraseFile === undefined) return undefined
  const text = await readFile(passphraseFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file of the passphrase, ${passphraseFile}, cannot be read (${error.code}).`, { cause: error })
  })
  // Editors end a file with a line break.
  return text.replace(/\r?\n$/, '')
}

const askedPassphrase = async (use: 'encrypt' | 'decrypt'): Promise<string> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Error(
      `${use === 'encrypt' ? 'To encrypt a backup' : 'This backup is encrypted: to read it'}, ${brand.server} needs its passphrase, in GUILDHALL_BACKUP_PASSPHRASE or in the file that --passphrase-file names.`,
    )
  const { default: inquirer } = await import('inquirer')
  const ask = async (message: string): Promise<string> => {
    const question = { type: 'password' as const, name: 'passphrase', message, mask: '*' }
    // Standard output may be the backup itself.
    const prompt = inquirer.createPromptModule({ output: process.stderr })
    return ((await prompt([question])) as { passphrase: string }).passphrase
  }
  const passphrase = await ask('Passphrase of the backup:')
  if (use === 'encrypt' && (await ask('The same once more:')) !== passphrase)
    throw new Error('The two passphrases differ: nothing was written.')
  return passphrase
}
