import type { Transporter } from 'nodemailer'
import { isUnencrypted } from '#shared/rules/server-address.ts'
import type { Mailer } from './mailer.ts'

/**
 * Sends through the server of an SMTP URL (smtp://user:password@host:port or smtps://…). Connects at the first mail,
 * and sends nothing unencrypted to another machine unless the URL allows it.
 */
export const createSmtpMailer = (url: string, from: string): Mailer => {
  let transport: Promise<Transporter> | undefined
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    const pooled = new URL(url)
    pooled.searchParams.set('pool', 'true')
    if (mustEncrypt(pooled)) pooled.searchParams.set('requireTLS', 'true')
    // The limits are shorter than a job's lease, so that a try with a hanging server ends before another worker takes
    // the job.
    for (const [name, limit] of TIME_LIMITS) if (!pooled.searchParams.has(name)) pooled.searchParams.set(name, limit)
    return createTransport(pooled.href)
  }
  return {
    send: async ({ to, subject, text, html, id, unsubscribeUrl }) => {
      transport ??= connect()
      const messageId = id && `<${id}@${domainOf(from)}>`
      const headers = { ...AUTOMATIC, ...(unsubscribeUrl !== undefined && oneClick(unsubscribeUrl)) }
      await (await transport).sendMail({ from, to, subject, text, html, headers, ...(messageId && { messageId }) })
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

/** A program has written the mail, so no absence note is to answer it (RFC 3834; the second header is Exchange's). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/**
 * Whether mails to this server have to be encrypted: they go to another machine, and nobody has said that they may go in clear
 * (`?requireTLS=false` or `?ignoreTLS=true`).
 */
export const mustEncrypt = (url: URL): boolean =>
  isUnencrypted(url) && !url.searchParams.has('requireTLS') && url.searchParams.get('ignoreTLS') !== 'true'

/** The headers by which mail programs offer to end such mails with one press (RFC 8058). */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const TIME_LIMITS: ReadonlyArray<readonly [name: string, milliseconds: string]> = [
  ['connectionTimeout', '20000'],
  ['greetingTimeout', '20000'],
  ['socketTimeout', '60000'],
]
/** The part behind the @ of a sender such as 'Name <no-reply@example.org>'. */
const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
