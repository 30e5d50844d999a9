import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailFault } from './mail-fault.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

let scratch: string
let tls: { key: Buffer; cert: Buffer }
const servers: { close: (done?: () => void) => unknown }[] = []
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'guildhall-mail-fault-'))
  const [key, cert] = [join(scratch, 'key.pem'), join(scratch, 'cert.pem')]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=localhost']
  execFileSync('openssl', args, { stdio: 'ignore' })
  tls = { key: readFileSync(key), cert: readFileSync(cert) }
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(scratch, { recursive: true, force: true })
})

const portOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
const smtp = (options: SMTPServerOptions): Promise<number> => {
  const server = new SMTPServer({ logger: false, authOptional: true, ...options })
  server.on('error', () => undefined)
  servers.push(server)
  return portOf(server.server)
}
const PLAIN = { disabledCommands: ['STARTTLS', 'AUTH'] }
const refusing = (code: number, text: string) => (_address: unknown, _session: unknown, done: (error: Error) => void) =>
  done(Object.assign(new Error(text), { responseCode: code }))

test.each<[what: string, url: () => Promise<string>, says: string]>([
  [
    'nobody listens',
    () => Promise.resolve('smtp://127.0.0.1:1'),
    'nothing listens at its address and port, ECONNREFUSED',
  ],
  ['there is no such name', () => Promise.resolve('smtp://no.such.invalid'), 'its name '],
  [
    'its certificate is its own',
    async () => `smtps://localhost:${await smtp({ secure: true, ...tls })}`,
    'NODE_EXTRA_CA_CERTS, DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'the same after STARTTLS',
    async () => `smtp://localhost:${await smtp(tls)}`,
    'NODE_EXTRA_CA_CERTS, DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  ['it has no TLS at that port', async () => `smtps://localhost:${await smtp(PLAIN)}`, 'it speaks no TLS at this port'],
  ['it does not encrypt', async () => `smtp://localhost:${await smtp(PLAIN)}?requireTLS=true`, 'it does not encrypt'],
  [
    'it refuses the password',
    async () =>
      `smtp://u:p@127.0.0.1:${await smtp({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(new Error('no')) })}`,
    'it refuses the user or password, 535 no',
  ],
  [
    'it refuses the recipient',
    async () => `smtp://127.0.0.1:${await smtp({ ...PLAIN, onRcptTo: refusing(550, 'nobody') })}`,
    'it refuses the sender or the recipient, 550 nobody',
  ],
  [
    'it asks to wait',
    async () => `smtp://127.0.0.1:${await smtp({ ...PLAIN, onRcptTo: refusing(451, 'Greylisted') })}`,
    'it asks to try later, 451 Greylisted',
  ],
  [
    'it does not greet',
    async () => {
      const silent = createServer(() => undefined)
      servers.push(silent)
      return `smtp://127.0.0.1:${await portOf(silent)}?greetingTimeout=300`
    },
    'it did not answer in time',
  ],
])('[ADM-20] a mail server is described where %s', async (_, url, says) => {
  const mailer = createSmtpMailer(await url(), 'Guild <no-reply@guild.example>')
  const mail = {
    to: 'ada@example.org',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    kind: 'invitation' as const,
  }
  const error: unknown = await mailer.send(mail).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  mailer.close?.()
  expect(mailFault(error)).toContain(says)
})
