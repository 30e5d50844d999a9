// Hostile texts in every field: in mails, on the terminal, in names of files and exports, in tables, and before every regular expression.
import { randomInt } from 'node:crypto'
import { attack, begin, end, key, pause, run, word } from './lib.mjs'

const { base, call, must, mails, admin, creator, person, task, upload, tokenOf, signIn } = await begin()
const [owner, member, applicant] = [await creator(), await person(), await person()]
const MARK = `ZQ${word(4)}`
const EVIL = [
  `${MARK}<img src=x onerror=alert(1)><a href="https://evil.example">Verify</a>\r\nBcc: victim@example.org\r\n\r\nYour code is 987654\n`,
  '\nhttps://evil.example/x \u2028Reset your password: https://evil.example/y \u202Emoc.live \u0085next \u001B]0;PWNED\u0007\u009B31m',
].join('')
const id = (await must('POST', '/projects', owner, { title: EVIL.slice(0, 180), description: EVIL })).data.id
await must('PUT', `/projects/${id}`, owner, { status: 1 })
/** What cannot be written is refused, which is as good. */
const write = async (...input) => {
  const answer = await call(...input)
  if (answer.status >= 500) throw new Error(`${input[1]}: ${answer.status}`)
  return answer
}
await write('PATCH', '/users/profile', owner, { name: EVIL.slice(0, 80) })
await write('PATCH', '/users/profile', applicant, { name: `${MARK}\nSupport`, headline: EVIL.slice(0, 120) })
await write('POST', `/projects/${id}/apply`, applicant, { letter: EVIL })
await write('POST', `/user-projects/${id}/user/${member.userID}/invite`, owner, {
  role: 'member',
  message: EVIL.slice(0, 200),
})
await write('PUT', `/projects/${id}/user/${member.userID}/accept-request`, member, { accept: true })
const texts = { title: EVIL.slice(0, 180), description: EVIL, status: 2, assignedToID: member.userID }
const work = await task(owner, id, { ...texts, doneWhen: [{ text: EVIL.slice(0, 100), isDone: false }] })
const path = `/user-tasks/${work.id}`
await write('POST', `${path}/comments`, owner, { body: `@${member.username} ${EVIL}`, idempotencyKey: key() })
await write('POST', `${path}/submissions`, member, { idempotencyKey: key(), note: EVIL })
await write('POST', `${path}/submissions/1/changes`, owner, { text: EVIL })
const payment = {
  userID: member.userID,
  amountCents: 5,
  currency: 'USD',
  note: EVIL.slice(0, 200),
  idempotencyKey: key(),
}
await write('POST', `/projects/${id}/payments`, owner, payment)
await write('POST', `/admin/people/${applicant.userID}/suspend`, admin, { reason: EVIL.slice(0, 300) })
await signIn(member.email, undefined, {
  headers: { 'user-agent': `${MARK}<b>evil</b> Your code is 555555 https://evil.example` },
})

await attack('no mail has markup, a header, a line or a link of somebody else', async () => {
  await pause(2_500)
  const own = (await mails()).filter((mail) => JSON.stringify(mail).includes(MARK))
  const found = own.flatMap(({ subject, text = '', html = '' }) => [
    /<img src=x|<a href="https:\/\/evil|<script|<b>evil|href="https:\/\/evil/.test(html) && `markup in “${subject}”`,
    /^\s*(Your code is|https:\/\/evil|Reset your password: https:\/\/evil|Bcc:|moc)/m.test(text) &&
      `a line of its own in “${subject}”`,
    /[\r\n]/.test(subject) && `two lines of subject: ${subject}`,
    /[\u202A-\u202E\u2066-\u2069\u2028\u2029\u0085]/.test(subject + text + html) && `separators in “${subject}”`,
  ])
  return own.length > 2 ? found : [...found, `only ${own.length} mails with the text`]
})
await attack('no command prints a control character of somebody else', async () => {
  const [token, asAdmin] = [
    await tokenOf(owner, ['read', 'work', 'manage']),
    await tokenOf(admin, ['read', 'manage', 'admin']),
  ]
  const lists = [
    'inbox list',
    'work',
    `task list --project ${id}`,
    `task show ${work.id}`,
    `request list --project ${id}`,
    'project list',
  ]
  const commands = [
    ...[...lists, `project show ${id}`].map((line) => [line, token]),
    ...['people list', 'audit list'].map((line) => [line, asAdmin]),
  ]
  const found = []
  let printed = ''
  for (const [line, given] of commands)
    for (const format of [[], ['--json']]) {
      const { code, said } = await run('cli/index.js', [...line.split(' '), ...format, '--server', base], {
        GUILDHALL_TOKEN: given,
      })
      printed += said
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E\u2028]/.exec(said)
      if (control || code !== 0)
        found.push(`${line} ${format}: exit ${code}, ${JSON.stringify(control?.[0] ?? said.slice(0, 80))}`)
    }
  return printed.includes('PWNED') ? found : [...found, 'the text was never printed']
})
await attack('no name of an export or a file makes a header, a path or a type', async () => {
  const found = []
  const look = (name, { headers }) => {
    const disposition = headers['content-disposition'] ?? ''
    if (!disposition.startsWith('attachment') || /\.\.[\\/]|evil\.exe"|[\r\n]/.test(disposition))
      found.push(`${name}: ${disposition}`)
    if (headers['x-evil'] || headers['set-cookie']) found.push(`${name}: a header of its own`)
    if (headers['x-content-type-options'] !== 'nosniff') found.push(`${name}: may be sniffed`)
  }
  for (const title of ['a"; filename="evil.exe', 'x\r\nX-Evil: 1', '../../up', '%0d%0aSet-Cookie:x=1']) {
    const other = (await must('POST', '/projects', owner, { title, description: 'A description.' })).data.id
    look(title, await call('GET', `/projects/${other}/export?format=json`, owner))
  }
  const files = {
    'a.html': '<script>alert(1)</script>',
    'a.svg': '<svg onload="alert(1)"/>',
    '../../etc/passwd': 'x',
    '..\\win.ini': 'x',
    'CON.txt': 'x',
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { data, status } = await upload(owner, id, name, bytes)
    if (status !== 201) continue
    const file = await call('GET', `/projects/${id}/files/${data.id}`, owner)
    look(name, file)
    if (/html|svg|javascript/.test(file.headers['content-type'])) found.push(`${name}: ${file.headers['content-type']}`)
  }
  return found
})
await attack('no cell of an export begins a formula, also behind a tab', async () => {
  await task(owner, id, { title: 'a\t=1+1', description: 'b\t=HYPERLINK(1)' })
  await task(owner, id, { title: '=1+1', description: '@SUM(1)' })
  const { text } = await call('GET', `/projects/${id}/export?format=csv`, owner)
  const lines = text.split('\n').filter((line) => /=1\+1|HYPERLINK/.test(line))
  // What is left of a cell in quotes is how it begins.
  const bare = lines.map((line) => line.replaceAll(/"(.?)(?:[^"]|"")*"/g, '$1'))
  return lines.length > 1 ? bare.filter((line) => /(^|[,\t])[=@+]/.test(line)) : 'the texts are not there'
})

const atoms = [
  ' ',
  '\t',
  '`',
  '```',
  '~~~',
  '*',
  '_',
  '[',
  '](',
  '![',
  '<',
  '@a',
  '@',
  '#1',
  '- ',
  '1.',
  '$1,000',
  '1,',
  'by march ',
  'before ',
  'in React, ',
  'a-',
]
const more = [
  'a@',
  'a.',
  'http://',
  'www.',
  '"',
  '|',
  '\\',
  'é',
  '\u0301',
  '👨\u200D',
  '(',
  '&amp;',
  '2026-01-',
  '10 hours ',
  'weeks of work ',
  '. ',
  '; ',
  ': ',
]
const all = [...atoms, ...more]
const mixed = () => [0, 1, 2].map(() => all[randomInt(all.length)]).join('')
const parts = [...all, ...Array.from({ length: 25 }, mixed)]
const fields = {
  'a prompt': [4_000, (prompt) => ['POST', '/projects/generate-from-prompt', { prompt }]],
  'a search': [200, (q) => ['GET', `/search?q=${encodeURIComponent(q)}`]],
  'a search of projects': [100, (q) => ['GET', `/users/open-projects?q=${encodeURIComponent(q)}`]],
  'a comment': [10_000, (body) => ['POST', `${path}/comments`, { body, idempotencyKey: key() }]],
  'a task': [20_000, (description) => ['PUT', path, { description }]],
  'a project': [5_000, (description) => ['PUT', `/projects/${id}`, { description }]],
  'an address': [240, (text) => ['POST', '/users/subscribe', { email: `${text}@x.yz` }]],
  links: [
    2_000,
    (text) => ['PATCH', '/users/profile', { links: [`https://example.org/${encodeURIComponent(text.slice(0, 150))}`] }],
  ],
}
const BUSY_MS = 300
for (const [name, [length, make]] of Object.entries(fields))
  await attack(`no text in ${name} keeps the server busy`, async () => {
    const found = []
    let taken = 0
    for (const part of parts) {
      const text = `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`.toWellFormed()
      let quickest = Infinity
      // A call that is slow once may have waited for something else.
      for (let tries = 0; tries < 3 && quickest > BUSY_MS; tries++) {
        const [method, url, body] = make(text)
        const { status, ms } = await call(method, url, owner, body)
        if (status === 429) return found
        if (status < 300) taken += 1
        if (status >= 500) found.push(`${JSON.stringify(part)}: ${status}`)
        quickest = Math.min(quickest, ms)
      }
      if (quickest > BUSY_MS) found.push(`${JSON.stringify(part)}: ${Math.round(quickest)} ms`)
    }
    return taken > 0 ? found : [...found, 'each text was refused']
  })
await end()
