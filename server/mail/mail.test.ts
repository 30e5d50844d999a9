import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, startTestApp, type TestApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { systemClock } from '../deps.ts'
import { composeMail } from './compose.ts'
import { createMailer } from './create-mailer.ts'
import { createLocalMailbox } from './local-mailbox.ts'

const { config } = loadConfig(['--data-dir', '/nonexistent/mail'], {})
const evil = '<script>alert("&\'")</script>'
const mail = composeMail({
  kind: 'verification' as const,
  to: 'jane@example.org',
  subject: `Hello\r\nBcc: victim@example.org ${evil}`,
  lines: [evil],
  code: '123456',
  action: { label: 'Go', url: 'https://guildhall.example.org/verify-email?token=a&email=b' },
  footer: ['Bye.'],
})

describe('other people’s words in a mail', () => {
  // This text would become a paragraph, a code and a link of ours, if it could leave its line.
  const fake = 'Hi.\n\n123456\r\n\r\nVerify my email:\u2028https://evil.example/\u2029x\u0085y\u202egpj\u200b'
  const folded = 'Hi. 123456 Verify my email: https://evil.example/ x ygpj'
  const content = { kind: 'project-invitation', to: 'a@example.org', footer: [] } as const

  test('stay on their line, whatever line breaks they hold, and are shown as a quotation', () => {
    const { subject, text, html } = composeMail({
      ...content,
      subject: `Ada invites you to ${fake}`,
      lines: [`Ada invites you to “${fake}”.`],
      quote: { by: 'Ada writes:', text: fake },
    })
    expect(subject).toBe(`Ada invites you to ${folded}`)
    expect(text.split('\n\n').slice(0, 2)).toEqual([`Ada invites you to “${folded}”.`, `Ada writes:\n> ${folded}`])
    expect(html).toContain(`${folded}</blockquote>`)
    expect(text + html).not.toMatch(/[\u2028\u2029\u0085\u202e\u200b]/)
  })

  test('become no code and no link in the local mailbox, unlike the mail’s own code and link', async () => {
    const app = await startTestApp()
    try {
      const { mailer, mailbox } = app.deps
      const action = { label: 'Answer', url: 'https://guildhall.example.org/my-projects' }
      const quote = { by: 'Ada writes:', text: 'https://evil.example/' }
      await mailer.send(
        composeMail({ ...content, subject: 'x', lines: ['123456', 'https://evil.example/'], quote, action }),
      )
      const page = (await app.app.inject(`/_mail/${mailbox?.list()[0]?.id}`)).body
      expect(page).not.toContain('class="code"')
      expect(page.match(/href="https?:[^"]*"/g)).toEqual([`href="${action.url}"`])
    } finally {
      await app.close()
    }
  })
})

describe('[DEMO-09] with an SMTP URL', () => {
  let smtp: SMTPServer | undefined
  afterEach(() => new Promise<void>((resolve) => (smtp ? smtp.close(() => resolve()) : resolve())))

  test('the server sends mail through it, signed in, from the configured sender', async () => {
    const received: { from: string; to: string[]; user: unknown; raw: string }[] = []
    smtp = new SMTPServer({
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: (auth, _session, done) =>
        auth.password === 'p%ss' ? done(null, { user: auth.username }) : done(new Error('no')),
      onData: (stream, session, done) => {
        let raw = ''
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          const from = mailFrom ? mailFrom.address : ''
          received.push({ from, to: rcptTo.map(({ address }) => address), user: session.user, raw })
          done()
        })
      },
    })
    const port = await listening(smtp)
    const smtpUrl = `smtp://me:p%25ss@127.0.0.1:${port}?ignoreTLS=true`
    const { mailer, mailbox } = createMailer({ ...config, smtpUrl, mailFrom: 'G <g@example.org>' }, true, systemClock)
    await mailer.send(mail)
    mailer.close?.()
    // With a mail server there is no local mailbox, not even in embedded mode.
    expect(mailbox).toBeUndefined()
    expect(received).toMatchObject([{ from: 'g@example.org', to: ['jane@example.org'], user: 'me' }])
    const raw = received[0]?.raw ?? ''
    expect(raw).toContain('123456')
    // A program says that it is one, so that no absence note answers it (RFC 3834).
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m)
    // The line break in the subject did not become a header.
    expect(raw).not.toMatch(/^Bcc:/m)
    expect(raw).toMatch(/^From: G <g@example.org>/m)
  })

  test('sending fails with an error when the mail server refuses the mail', async () => {
    smtp = new SMTPServer({ authOptional: true, onRcptTo: (_to, _session, done) => done(new Error('no such box')) })
    const smtpUrl = `smtp://127.0.0.1:${await listening(smtp)}?ignoreTLS=true`
    const { mailer } = createMailer({ ...config, smtpUrl }, false, systemClock)
    await expect(mailer.send(mail)).rejects.toThrow()
    mailer.close?.()
  })
})

const listening = (smtp: SMTPServer): Promise<number> =>
  new Promise((resolve) => {
    const server = smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

test('text that people typed is escaped in mails', () => {
  expect(mail.html).not.toContain('<script>')
  expect(mail.html).toContain('&lt;script&gt;')
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

test('without a mail server, a server that is not embedded says that it cannot send', async () => {
  const { mailer, mailbox } = createMailer(config, false, systemClock)
  expect(mailbox).toBeUndefined()
  await expect(mailer.send(mail)).rejects.toThrow('GUILDHALL_SMTP_URL')
})

test('the local mailbox keeps the newest mails only', async () => {
  const mailbox = createLocalMailbox(systemClock)
  for (let i = 0; i < 520; i++) await mailbox.send({ ...mail, to: `${i}@example.org` })
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list()[0]?.to).toBe('519@example.org')
})

describe('the local mailbox page', () => {
  let server: TestApp
  let elsewhere: TestApp
  beforeAll(async () => {
    server = await startTestApp({ config: { registration: 'open', trustedProxies: ['127.0.0.1'] } })
    elsewhere = await startTestApp({ url: server.databaseUrl, deps: { isEmbedded: false } })
  })
  afterAll(async () => {
    await elsewhere.close()
    await server.close()
  })
  const paths = ['/_mail', '/_mail/messages.json']

  test('[DEMO-10] shows the mails, newest first, so that a newcomer can read their code', async () => {
    const email = `${unique('mail')}@example.org`
    await server.client().auth.register({ body: { email, username: unique('m'), password: TEST_PASSWORD } })
    await server.mails(email)
    await server.client().auth.forgotPassword({ body: { email } })
    const [newest, verification] = await server.mails(email)
    const list = await server.app.inject('/_mail')
    expect(list.headers['content-type']).toContain('text/html')
    expect(list.body).toContain(email)
    expect(list.body.indexOf(newest?.id ?? '?')).toBeLessThan(list.body.indexOf(verification?.id ?? '?'))
    const page = (await server.app.inject(`/_mail/${verification?.id}`)).body
    expect(page).toContain(`<p class="code">${codeIn(verification)}</p>`)
    expect(page).toMatch(/<a href="http:[^"]+\/verify-email\?token=/)
    expect(page).not.toContain('<script')
    const json = (await server.app.inject('/_mail/messages.json')).json<{ messages: { to: string; kind: string }[] }>()
    expect(json.messages.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual([
      'password-reset',
      'verification',
    ])
  })

  test('[DEMO-10] markup in a mail stays text', async () => {
    await createUser(server)
    await server.deps.mailer.send({ ...mail, subject: evil, text: `${evil}\n\nhttps://a.example.org/"onclick="x` })
    const newest = server.deps.mailbox?.list()[0]
    for (const url of ['/_mail', `/_mail/${newest?.id}`]) {
      const { body } = await server.app.inject(url)
      expect(body).toContain('&lt;script&gt;')
      expect(body).not.toContain('<script')
      expect(body).not.toContain('"onclick="')
    }
  })

  test.each(paths)('[DEMO-11] outside of embedded mode %s does not exist', async (path) => {
    expect((await elsewhere.app.inject(path)).statusCode).toBe(404)
  })

  test.each(paths)('[DEMO-12] %s answers only this machine, and only under its local names', async (url) => {
    const get = (options: { remoteAddress?: string; headers?: Record<string, string> }) =>
      server.app.inject({ url, ...options }).then(({ statusCode }) => statusCode)
    expect(await get({})).toBe(200)
    expect(await get({ remoteAddress: '::ffff:127.0.0.1' })).toBe(200)
    expect(await get({ remoteAddress: '192.168.1.20' })).toBe(404)
    expect(await get({ headers: { host: 'guildhall.example.org' } })).toBe(421)
    // A trusted proxy cannot make a caller local, and a forwarded request is not local.
    expect(await get({ remoteAddress: '192.168.1.20', headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(404)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'cf-connecting-ip'])
      expect(await get({ headers: { [header]: '127.0.0.1' } }), header).toBe(404)
  })

  test.each(paths)('[DEMO-12] %s answers no page of another origin, not even one on this machine', async (url) => {
    const get = (headers: Record<string, string>) => server.app.inject({ url, headers })
    for (const site of ['none', 'same-origin'])
      expect((await get({ 'sec-fetch-site': site })).statusCode, site).toBe(200)
    const foreign = [
      { origin: 'http://localhost:9999' },
      { origin: server.origin },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]
    for (const headers of foreign) {
      const answer = await get(headers)
      expect(answer.statusCode, JSON.stringify(headers)).toBe(404)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test.each([
    ['a public URL', { publicUrl: 'https://guildhall.example.org' }],
    ['a host that other machines reach', { host: '0.0.0.0' }],
  ])('[DEMO-12] with %s there is no local mailbox, and no mail is kept', async (_name, setup) => {
    const reachable = await startTestApp({ url: server.databaseUrl, config: setup })
    try {
      for (const path of paths) expect((await reachable.app.inject(path)).statusCode).toBe(404)
    } finally {
      await reachable.close()
    }
    const { mailer, mailbox } = createMailer({ ...config, ...setup }, true, systemClock)
    expect({ mailbox, isAbsent: mailer.isAbsent }).toEqual({ mailbox: undefined, isAbsent: true })
  })

  test('[DEMO-12] on a server started with a key, the mailbox opens only with that key, and its links carry it', async () => {
    const mailboxKey = 'a key of the desktop app'
    const keyed = await startTestApp({ url: server.databaseUrl, config: { mailboxKey } })
    try {
      await keyed.deps.mailer.send(mail)
      const id = keyed.deps.mailbox?.list()[0]?.id
      const query = `?key=${encodeURIComponent(mailboxKey)}`
      const links: string[] = []
      for (const path of [...paths, `/_mail/${id}`]) {
        for (const wrong of ['', '?key=', '?key=a', `${query}x`, `${query}&key=b`])
          expect((await keyed.app.inject(path + wrong)).statusCode, path + wrong).toBe(404)
        const answer = await keyed.app.inject(path + query)
        expect(answer.statusCode).toBe(200)
        links.push(...[...answer.body.matchAll(/href="(\/_mail[^"]*)"/g)].map(([, link = '']) => link))
      }
      expect(links).toEqual([`/_mail/${id}${query}`, `/_mail${query}`])
      expect((await keyed.app.inject('/health')).json()).toMatchObject({ mail: 'local', isMailboxKeyed: true })
    } finally {
      await keyed.close()
    }
  })
})
