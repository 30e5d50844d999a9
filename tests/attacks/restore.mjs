// A backup, restored beside the server it was made of: nothing that proved somebody before opens an account there. And proofs that were made up.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { attack, begin, count, end, newNetwork, PASSWORD, request, run, times } from './lib.mjs'

const { base, data, call, must, person, signIn, mailed, tokenOf, serve } = await begin()
const who = await person()
const token = await tokenOf(who, ['read'])
await must('POST', '/users/forgot-password', null, { email: who.email }, { from: newNetwork() })
const link = await mailed(who.email, /reset\S*token=([\w-]+)/)
await must('POST', '/users/email', who, { email: `new-${who.email}`, password: PASSWORD })
const code = await mailed(`new-${who.email}`, /\b(\d{6})\b/)

const [file, other] = [join(data, 'backup.gz'), join(data, 'restored')]
const made = [
  await run('server/main.js', ['backup', file, '--data-dir', data]),
  await run('server/main.js', ['restore', file, '--data-dir', other]),
]
const restored = await serve(other, '--trusted-proxies', '127.0.0.0/8')
const there = (method, path, given, body, more) =>
  request(restored.base, method, `/api${path}`, { token: given, body, ...more })

await attack('a restored server knows the accounts, and none of the proofs of before', async () => {
  const { refreshToken, accessToken, email } = who
  const answers = {
    'access token': await there('GET', '/users/profile', accessToken),
    'refresh token': await there('POST', '/users/refresh-token', null, { refreshToken }),
    'personal token': await there('GET', '/users/profile', token),
    'reset link': await there('POST', '/users/reset-password', null, { email, token: link, password: `${PASSWORD}y` }),
    'code of a new address': await there('POST', '/users/email/confirm', accessToken, { code }),
  }
  const password = await there('POST', '/users/login', null, { emailID: email, password: PASSWORD })
  return [
    ...made.map(({ code: exit, said }) => exit !== 0 && said),
    password.status !== 200 && `the password: ${password.status} ${password.text}`,
    ...Object.entries(answers).map(([name, { status }]) => status < 400 && `${name}: ${status}`),
  ]
})
const wrong = (email, forwarded) =>
  there('POST', '/users/login', null, { emailID: email, password: 'x' }, { headers: { 'x-forwarded-for': forwarded } })
const tenOf13 = async (email, forwarded) => {
  const statuses = []
  for (const address of forwarded) statuses.push((await wrong(email, address)).status)
  return statuses.filter((status) => status === 401).length <= 10 ? [] : JSON.stringify(count(statuses))
}
await attack('behind a proxy a /64 of IPv6, and a list that the client begins, are one network', async () =>
  [
    await tenOf13(
      'one@example.org',
      times(13, (n) => `2001:db8:1:2:${n.toString(16)}::1`),
    ),
    await tenOf13(
      'two@example.org',
      times(13, (n) => `9.9.9.${n}, 203.0.113.7`),
    ),
  ].flat(),
)
await attack('without a trusted proxy no header makes a new network', async () => {
  const statuses = []
  for (let n = 0; n < 13; n++) {
    const headers = { 'x-forwarded-for': `9.9.9.${n}`, 'x-real-ip': `8.8.8.${n}`, forwarded: `for=7.7.7.${n}` }
    const body = { emailID: 'three@example.org', password: 'x' }
    statuses.push((await call('POST', '/users/login', null, body, { from: '127.3.3.3', headers })).status)
  }
  return statuses.filter((status) => status === 401).length <= 10 ? [] : JSON.stringify(count(statuses))
})

const { accessToken } = (await signIn(who.email)).json
const [, claims] = accessToken.split('.')
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (header, secret) => {
  const text = `${part(header)}.${claims}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
const forged = {
  none: `${part({ alg: 'none' })}.${claims}.`,
  None: `${part({ alg: 'None', typ: 'JWT' })}.${claims}.`,
  'an empty key': signed({ alg: 'HS256' }, '\0'),
  'a guessed key': signed({ alg: 'HS256' }, 'secret'),
  kid: signed({ alg: 'HS256', kid: '../../../../dev/null' }, '\0'),
  jku: signed({ alg: 'HS256', jku: 'https://evil.example/jwks' }, 'x'),
  jwk: signed({ alg: 'HS256', jwk: { kty: 'oct', k: 'eHg' } }, 'xx'),
  HS512: signed({ alg: 'HS512' }, 'x'),
  b64: signed({ alg: 'HS256', b64: false, crit: ['b64'] }, 'x'),
  'a cut one': accessToken.slice(0, -2),
  'two in one': `${accessToken} ${accessToken}`,
}
await attack('no forged access token is taken', async () => {
  const found = []
  for (const [name, text] of Object.entries(forged)) {
    const { status } = await call('GET', '/users/profile', text)
    if (status !== 401) found.push(`${name}: ${status}`)
  }
  const good = (await call('GET', '/users/profile', accessToken)).status
  return good === 200 ? found : [...found, `the real one: ${good}`]
})
await attack('other names of the host are refused', async () => {
  const hosts = ['evil.example', '127.0.0.1.nip.io', '127.1', 'localhost.', '0.0.0.0', 'localhost@evil.example']
  const found = []
  for (const host of hosts) {
    const { status } = await request(base, 'GET', '/api/figures', { headers: { host } })
    if (status < 400) found.push(`${host}: ${status}`)
  }
  return found
})
await end()
