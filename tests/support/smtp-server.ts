import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** `text` is the whole mail, as it came. */
export type TakenMail = { from: string; to: string; messageID: string; text: string }

/**
 * A mail server that takes every mail after `delayMs`, or holds those of one sender back without a word while a test wants
 * it to.
 */
export const startSmtpServer = async (delayMs: number) => {
  const taken: TakenMail[] = []
  const held: TakenMail[] = []
  let heldSender: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const mail = {
          from,
          to: envelope.rcptTo.map(({ address }) => address).join(),
          messageID: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '',
          text: raw,
        }
        // Not taken: the sender waits for its word, and hears nothing.
        if (from === heldSender) return held.push(mail)
        return setTimeout(() => {
          taken.push(mail)
          done()
        }, delayMs)
      })
    },
  })
  // Senders that are killed break off in the middle.
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    taken,
    held,
    hold: (sender: string) => {
      heldSender = sender
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>
