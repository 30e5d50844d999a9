import type { Transporter } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** Sends through the server of an SMTP URL (smtp://user:password@host:port or smtps://…). Connects at the first mail. */
export const createSmtpMailer = (url: string, from: string): Mailer => {
  let transport: Promise<Transporter> | undefined
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    const pooled = new URL(url)
    pooled.searchParams.set('pool', 'true')
    // Less than a job's lease, so that a server that hangs is given up before another worker tries.
    for (const [name, limit] of TIME_LIMITS) if (!pooled.searchParams.has(name)) pooled.searchParams.set(name, limit)
    return createTransport(pooled.href)
  }
  return {
    send: async ({ to, subject, text, html, id }) => {
      transport ??= connect()
      const messageId = id && `<${id}@${domainOf(from)}>`
      await (await transport).sendMail({ from, to, subject, text, html, ...(messageId && { messageId }) })
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

const TIME_LIMITS: ReadonlyArray<readonly [name: string, milliseconds: string]> = [
  ['connectionTimeout', '20000'],
  ['greetingTimeout', '20000'],
  ['socketTimeout', '60000'],
]
/** Of 'Name <no-reply@example.org>' the part behind the @. */
const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
