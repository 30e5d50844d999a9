import { readFile } from 'node:fs/promises'
import { brand } from '#shared/brand.ts'
import type { Config } from '../settings/config.ts'

type PassphraseSettings = Pick<Config, 'backupPassphrase' | 'passphraseFile'>

/** The fewest characters of a passphrase that encrypts: a thief of a backup can guess as often as they like. */
const LEAST = 12

/** Whether the settings give a passphrase, so that nobody has to type one. */
export const isPassphraseGiven = ({ backupPassphrase, passphraseFile }: PassphraseSettings): boolean =>
  backupPassphrase !== undefined || passphraseFile !== undefined

/**
 * A backup's passphrase from the environment, a file, or the terminal (asked twice for a new backup); never from the
 * command line, which other users can see. Errors: one sentence when there is none, or one too short for a new backup.
 */
export const passphraseOf = async (config: PassphraseSettings, use: 'encrypt' | 'decrypt'): Promise<string> => {
  const passphrase = (await givenPassphrase(config)) ?? (await askedPassphrase(use))
  if (use === 'encrypt' && passphrase.length < LEAST)
    throw new Error(`The passphrase of a backup needs at least ${LEAST} characters.`)
  return passphrase
}

const givenPassphrase = async ({
  backupPassphrase,
  passphraseFile,
}: PassphraseSettings): Promise<string | undefined> => {
  if (backupPassphrase !== undefined) return backupPassphrase
  if (passphraseFile === undefined) return undefined
  const text = await readFile(passphraseFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file of the passphrase, ${passphraseFile}, cannot be read (${error.code}).`, { cause: error })
  })
  // Editors end a file with a line break, which is not part of the passphrase.
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
    // The question goes to standard error, because standard output may be the backup itself.
    const prompt = inquirer.createPromptModule({ output: process.stderr })
    return ((await prompt([question])) as { passphrase: string }).passphrase
  }
  const passphrase = await ask('Passphrase of the backup:')
  if (use === 'encrypt' && (await ask('The same once more:')) !== passphrase)
    throw new Error('The two passphrases differ: nothing was written.')
  return passphrase
}
