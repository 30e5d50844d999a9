import { isUnencrypted } from '#shared/rules/server-address.ts'
import type { Config } from '../settings/config.ts'
import { type Db, isPooled } from '../db/pool.ts'
import { knowsLetters, settingsOfRole, unsafeSettings } from '../db/setup-repository.ts'
import type { Doorbell } from '../live/doorbell.ts'
import { filesRoot } from '../files/file-store.ts'
import type { Mailer } from '../mail/mailer.ts'
import { mustEncrypt } from '../mail/smtp-mailer.ts'
import { countLockedOut } from '../modules/auth/service.ts'
import { KEY_FILE, keyIDs, whyNoKey } from '../settings/sealing.ts'
import { DEFAULT_SENDER } from '../settings/mail.ts'

/**
 * Sentences for a person who starts a server on their own database, about things it cannot do, or not well, with these
 * settings.
 */
export const setupWarnings = (config: Config, mailer: Pick<Mailer, 'isAbsent'>): string[] => {
  if (!config.databaseUrl) return []
  const warnings: string[] = []
  if (mailer.isAbsent)
    warnings.push(
      'Mail cannot be sent: until GUILDHALL_SMTP_URL names a mail server, nobody can register or reset a password, and other mail waits, for a month at most.',
    )
  else {
    if (config.mailFrom === DEFAULT_SENDER)
      warnings.push(`Mails come from ${DEFAULT_SENDER}, which is nobody's: name a sender with GUILDHALL_MAIL_FROM.`)
    if (mayBeRead(config.smtpUrl))
      warnings.push(
        'Mails, with the codes in them, and the password of the mail server may cross the network in clear, as GUILDHALL_SMTP_URL allows by requireTLS=false or ignoreTLS=true. Use smtps:, or leave that out.',
      )
    if (config.publicUrl === undefined)
      warnings.push('Links in mails lead to this machine only: name your address with GUILDHALL_PUBLIC_URL.')
  }
  if (!config.s3Bucket && config.filesDir === undefined)
    warnings.push(
      `Uploaded files are kept in ${filesRoot(config)}, for this process alone: before a second one serves this database, name a bucket (GUILDHALL_S3_BUCKET) or a directory that all share (GUILDHALL_FILES_DIR). Until then uploads are refused while two run.`,
    )
  if (mayDatabaseBeRead(config.databaseUrl))
    warnings.push(
      'What the server and its database send each other may cross the network in clear: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if nobody else is in that network.',
    )
  const noKey = whyNoKey(config)
  if (noKey !== null) warnings.push(noKey)
  return warnings
}

/** What a start finds wrong with the database, one after the other on one connection; null for what is right. */
export const databaseWarnings = async (
  db: Db,
  config: Config,
  doorbell: Doorbell | undefined,
): Promise<(string | null)[]> => [
  await lostKeyWarning(db, config),
  await localeWarning(db),
  await durabilityWarning(db),
  await poolerWarning(db, config),
  await doorbellWarning(db, doorbell),
]

/** Whether mails to this SMTP address may go unencrypted to another machine. */
const mayBeRead = (smtpUrl: string | undefined): boolean => {
  if (smtpUrl === undefined) return false
  const url = new URL(smtpUrl)
  return (
    url.protocol === 'smtp:' && isUnencrypted(url) && !mustEncrypt(url) && url.searchParams.get('requireTLS') !== 'true'
  )
}

/** Whether DATABASE_URL names another machine and says nothing of encryption. */
const mayDatabaseBeRead = (databaseUrl: string): boolean => {
  if (!URL.canParse(databaseUrl)) return false
  const { protocol, hostname, searchParams } = new URL(databaseUrl)
  const isSocket = hostname === '' || hostname.startsWith('%2F') || (searchParams.get('host') ?? '').startsWith('/')
  return !isSocket && !searchParams.has('sslmode') && isUnencrypted({ protocol, hostname })
}

/** A sentence where the database cannot fold the letters of most languages; null where it can. */
export const localeWarning = async (db: Db): Promise<string | null> =>
  (await knowsLetters(db))
    ? null
    : "The database's locale knows no letters but a to z, so searches in other languages find less: make it anew with a UTF-8 locale (create database … template template0 locale 'C.UTF-8'), and bring the data along by backup and restore."

/** A sentence where the database may lose what it has said to be written; null where it keeps it. */
export const durabilityWarning = async (db: Db): Promise<string | null> => {
  const off = await unsafeSettings(db)
  if (off.length === 0) return null
  const harm = off.some((name) => name !== 'synchronous_commit') ? ', and the database damaged,' : ''
  const them = off.length === 1 ? 'it' : 'them'
  return `What people have saved may be lost${harm} when the database's machine crashes or loses power: PostgreSQL runs with ${off.map((name) => `${name} = off`).join(', ')}. Switch ${them} on.`
}

/**
 * A sentence when people have two-step sign-in under a key that this server lacks; null when it can check all codes.
 */
export const lostKeyWarning = async (db: Db, config: Config): Promise<string | null> => {
  const people = await countLockedOut(db, await keyIDs(config))
  if (people === 0) return null
  const whom = people === 1 ? 'One person cannot' : `${people} people cannot`
  return `${whom} sign in: their two-step sign-in is sealed under a key that this server lacks. Give it the GUILDHALL_SECRET of then (or as GUILDHALL_OLD_SECRET), or the file ${KEY_FILE} of its data directory.`
}

/**
 * A sentence when a pooler such as PgBouncer, in transaction mode, applies our session's settings to some statements
 * only, and the role lacks them; null without a pooler or a problem.
 */
export const poolerWarning = async (db: Db, { statementTimeout }: Pick<Config, 'statementTimeout'>) => {
  if (!isPooled(db)) return null
  const lines = await settingsOfRole(db, statementTimeout * 1000)
  if (lines.length === 0) return null
  return `A pooler is in front of the database. If it is in transaction mode, the settings that this server makes for its sessions reach some statements only, so that none surely ends after ${statementTimeout} s: give them to the role, and let the pooler reconnect: ${lines.join(' ')}`
}

/** A sentence where this server does not hear its own ring, as behind a pooler in transaction mode; null where it does. */
export const doorbellWarning = async (db: Db, doorbell: Doorbell | undefined): Promise<string | null> => {
  if (!doorbell || !isPooled(db)) return null
  return (await doorbell.isHeard(HEARD_WITHIN_MS))
    ? null
    : 'The pooler in front of the database does not pass notifications on, so changes of other processes arrive up to a second later: set GUILDHALL_LIVE=poll.'
}
const HEARD_WITHIN_MS = 2_000
