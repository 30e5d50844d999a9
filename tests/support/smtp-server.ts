import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail that the server has accepted; `text` is the whole mail with its headers. */
export type TakenMail = { from: string; to: string; messageID: string; text: string }

/**
 * Starts a mail server that accepts every mail after `delayMs`. After `hold(sender)` it does not answer that sender any more: its mails
 * are in `held`.
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
        // The server does not accept the mail, and its sender waits for an answer in vain.
        if (from === heldSender) return held.push(mail)
        return setTimeout(() => {
          taken.push(mail)
          done()
        }, delayMs)
      })
    },
  })
  // A sender that a test kills breaks its connection off.
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
