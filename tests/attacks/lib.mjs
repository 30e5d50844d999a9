// What the attacks share: a server of their own with an empty world, calls from any network of 127.0.0.0/8, people with mailboxes, and projects.
// An attack says what it found; nothing found means that the server held.
import { spawn } from 'node:child_process'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at, ownNode, root } from '../../scripts/programs.mjs'

export const PASSWORD = 'correct horse battery 9'
const ADMIN = 'root@example.org'
const settings = { GUILDHALL_REGISTRATION: 'open', GUILDHALL_ADMIN_EMAIL: ADMIN }
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
export const word = (length = 8) => Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('')
export const key = () => `key-${randomBytes(8).toString('hex')}`
export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n))
export const atOnce = (count, make) => Promise.all(times(count, make))
/** How often each value is there. */
export const count = (values) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([one, all]) => [one, all.length]))
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
export const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** The code that an authenticator app shows for a key, a number of steps of 30 seconds from now. */
export const appCode = (secret, step = 0) => {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step))
  const hmac = createHmac('sha1', Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2))))
  const digest = hmac.update(counter).digest()
  const value = digest.readUInt32BE(digest.at(-1) & 15) & 0x7f_ff_ff_ff
  return String(value % 1_000_000).padStart(6, '0')
}

/** Runs a program of the build to its end. */
export const run = (program, args, env = {}) =>
  new Promise((resolve) => {
    let said = ''
    const child = spawn(ownNode(), [at('out', program), ...args], {
      cwd: root,
      env: { ...process.env, ...settings, ...env },
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
    child.on('exit', (code) => resolve({ code, said }))
  })

const startServer = async (data, args) => {
  const all = [at('out/server/main.js'), '--port', '0', '--data-dir', data, '--no-demo', ...args]
  const child = spawn(ownNode(), all, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // An attack that ends by a fault of its own leaves no server behind.
  process.on('exit', () => child.kill('SIGTERM'))
  let log = ''
  const base = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        log += bytes
        const [, address] = /ready at (http:\S+)/.exec(log) ?? []
        if (address) resolve(address)
      })
    child.on('exit', () => reject(new Error(log)))
  })
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners('exit').on('exit', resolve)
      child.kill('SIGTERM')
    })
  return { base, stop, log: () => log, pid: child.pid }
}

let nextNetwork = 0
/** An address of the loopback network, in a /24 that nothing has called from yet: the server counts calls by network. */
export const newNetwork = () => {
  nextNetwork += 1
  return `127.${10 + (nextNetwork >> 8)}.${nextNetwork & 255}.7`
}
const home = '127.9.9.9'

/** One request, whatever it holds. Answers what came, and how long it took. */
export const request = (base, method, path, { token, body, headers = {}, from = home, timeout = 60_000 } = {}) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const { hostname, port } = new URL(base)
    const send = http.request({
      ...{ method, hostname, port, path, localAddress: from, timeout, agent: false },
      headers: {
        ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
    send.on('timeout', () => send.destroy(new Error(`no answer to ${method} ${path} in ${timeout} ms`)))
    send.on('error', reject)
    send.on('response', async (answer) => {
      try {
        const text = Buffer.concat(await answer.toArray()).toString()
        let json = {}
        try {
          json = JSON.parse(text)
        } catch {
          // Not every answer is JSON.
        }
        const ms = performance.now() - started
        resolve({ status: answer.statusCode, headers: answer.headers, text, json, data: json?.data, ms })
      } catch (error) {
        reject(error)
      }
    })
    send.end(bytes)
  })

/** A form with one file, as a browser sends it. */
export const fileForm = (name, bytes) => {
  const edge = `edge${word()}`
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${edge}--\r\n`)])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${edge}` } }
}

/** The least body that a call of the API's description takes, or undefined where it takes none. */
const exampleIn = (document) => (operation) => {
  const resolve = ({ $ref, ...schema }) =>
    $ref ? resolve(document.components.schemas[$ref.split('/').at(-1)]) : schema
  const make = (given) => {
    const {
      examples,
      example,
      const: value,
      enum: values,
      anyOf,
      oneOf,
      allOf,
      type,
      properties = {},
      required = [],
      items,
      ...rest
    } = resolve(given)
    const known = examples?.[0] ?? example ?? value ?? values?.[0]
    if (known !== undefined) return known
    const [choice] = anyOf ?? oneOf ?? allOf ?? []
    if (choice) return make(choice)
    if (type === 'object') return Object.fromEntries(required.map((name) => [name, make(properties[name])]))
    if (type === 'array') return items ? [make(items)] : []
    if (type === 'boolean') return true
    return type === 'string' ? 'x'.repeat(Math.max(1, rest.minLength ?? 1)) : (rest.minimum ?? 1)
  }
  const schema = operation.requestBody?.content?.['application/json']?.schema
  return schema && make(schema)
}

/** A world: a server, and what people do in it. `who` is a person, the text of a token, or null. */
export const begin = async (...args) => {
  const data = mkdtempSync(join(tmpdir(), 'guildhall-attack-'))
  const server = await startServer(data, args)
  const { base } = server
  const call = (method, path, who, body, more = {}) =>
    request(base, method, `/api${path}`, { token: who?.accessToken ?? who, from: who?.from, body, ...more })
  /** A call that the attack needs to go well. */
  const must = async (method, path, who, body, more) => {
    const answer = await call(method, path, who, body, more)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer.json
  }
  const mails = async (to) =>
    (await request(base, 'GET', '/_mail/messages.json')).json.messages.filter(
      (mail) => !to || JSON.stringify(mail.to).includes(to),
    )
  /** The first match in a mail to that address, which may be still on its way. */
  const mailed = async (to, pattern) => {
    for (let tries = 0; tries < 60; tries++) {
      for (const { text } of await mails(to)) if (pattern.test(text)) return pattern.exec(text)[1]
      await pause(150)
    }
    throw new Error(`no mail to ${to} has ${pattern}`)
  }
  const verify = async (email, from) => {
    const otp = await mailed(email, /\b(\d{6})\b/)
    return must('POST', '/users/verify-otp', null, { email, otp }, { from })
  }
  const person = async ({ username = `u${word(9)}`, email = `${username}@example.org` } = {}) => {
    const from = newNetwork()
    await must('POST', '/users/register', null, { email, password: PASSWORD, username }, { from })
    return { ...(await verify(email, from)), email, username, from }
  }
  const signIn = (email, password = PASSWORD, more = {}) =>
    call('POST', '/users/login', null, { emailID: email, password }, { from: newNetwork(), ...more })
  const admin = await person({ username: 'root', email: ADMIN })
  const document = (await request(base, 'GET', '/openapi.json')).json
  const { paths } = document
  const creator = async () => {
    const who = await person()
    await must('POST', '/users/creatorApplication/apply', who, {})
    const { application: made } = await must('GET', '/users/creatorApplication/check-status', who)
    await must('POST', `/users/creatorApplication/${made.id}/approve`, admin, {})
    return who
  }
  const project = async (owner, fields = {}) => {
    const text = { title: 'A project', description: 'A project, described at length.' }
    const { id } = (await must('POST', '/projects', owner, { ...text, ...fields })).data
    await must('PUT', `/projects/${id}`, owner, { status: 1 })
    return id
  }
  const invite = async (owner, projectID, who, role = 'member', accept = true) => {
    await must('POST', `/user-projects/${projectID}/user/${who.userID}/invite`, owner, { role })
    if (accept) await must('PUT', `/projects/${projectID}/user/${who.userID}/accept-request`, who, { accept })
  }
  const task = async (who, projectID, fields = {}) =>
    (await must('POST', '/user-tasks', who, { projectID, title: 'A task', description: 'A task.', ...fields })).data
  const upload = (who, projectID, name, bytes) => {
    const { body, headers } = fileForm(name, bytes)
    return call('POST', `/projects/${projectID}/files`, who, body, { headers })
  }
  const tokenOf = async (who, scopes) =>
    (await must('POST', '/users/tokens', who, { name: 'attack', scopes, endsAt: inADay() })).data.token
  /** Megabytes of memory that the server has now. */
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
  worlds.push(async () => {
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })
  /** Another server on a directory of its own, which stops with the first. */
  const serve = async (directory, ...more) => {
    const second = await startServer(directory, more)
    worlds.unshift(second.stop)
    return second
  }
  return {
    ...server,
    data,
    paths,
    exampleOf: exampleIn(document),
    call,
    must,
    mails,
    mailed,
    verify,
    person,
    signIn,
    admin,
    creator,
    project,
    invite,
    task,
    upload,
    tokenOf,
    memory,
    serve,
  }
}
const worlds = []

let notHeld = 0
/** Makes an attack. What it answers is what it has found: a list, or a sentence. */
export const attack = async (title, make) => {
  let found
  try {
    found = [await make()].flat().filter((one) => one !== undefined && one !== false && one !== '')
  } catch (error) {
    found = [error.stack]
  }
  if (found.length > 0) notHeld += 1
  const seen = found.slice(0, 8).map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  process.stdout.write(
    found.length === 0
      ? `held      ${title}\n`
      : `NOT HELD  ${title}\n${seen.map((one) => `          ${one}\n`).join('')}`,
  )
}
export const end = async () => {
  for (const stop of worlds) await stop()
  process.exit(notHeld > 0 ? 1 : 0)
}
