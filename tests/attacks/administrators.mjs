// Who becomes an administrator, or hears what only administrators may: promised addresses, tokens without the scope, rights that other people have lost.
import http from 'node:http'
import { appCode, attack, begin, end, newNetwork, PASSWORD, pause, run, word } from './lib.mjs'

const { base, data, call, must, admin, creator, person, project, invite, verify, mailed, tokenOf } = await begin()
const cli = (...args) => run('server/main.js', [...args, '--data-dir', data])
const promise = async () => {
  const email = `promised${word()}@example.org`
  const { said } = await cli('admin', 'invite', email)
  const [, token] = /token=([\w-]+)/.exec(said) ?? []
  if (!token) throw new Error(said)
  return { email, token }
}
const register = (email, token) => {
  const body = { email, password: PASSWORD, username: `w${word()}`, ...(token && { invitationToken: token }) }
  return call('POST', '/users/register', null, body, { from: newNetwork() })
}
const takeOff = async (email) => {
  const { data: found } = await must('GET', `/users/waitlist?q=${email}&page=1&limit=10`, admin)
  await must('DELETE', `/users/waitlist/${found[0].id}`, admin)
}
const isAdministrator = async (who) => {
  const { text } = await call('GET', '/users/adminAccess', who)
  return text.includes('true') && `is an administrator: ${text}`
}
const verified = async (email) => isAdministrator(await verify(email, newNetwork()))

await attack('a promised address makes an administrator, so that the next attacks prove something', async () => {
  const { email, token } = await promise()
  await register(email, token)
  return (await verified(email)) ? [] : 'not one'
})
await attack('taken off the waitlist after registering, it makes none', async () => {
  const { email, token } = await promise()
  await register(email, token)
  await takeOff(email)
  return verified(email)
})
await attack('taken off before, neither link nor address makes one', async () => {
  const { email, token } = await promise()
  await takeOff(email)
  const link = await call('POST', '/users/validate-invitation', null, { email, token })
  await register(email)
  return [link.status < 400 && `the link: ${link.status}`, await verified(email)]
})
await attack('revoked by the command, it makes none', async () => {
  const { email } = await promise()
  await cli('admin', 'revoke', email)
  await register(email)
  return verified(email)
})
await attack('an account that changes its address to a promised one becomes none', async () => {
  const { email } = await promise()
  const who = await person()
  await must('POST', '/users/email', who, { email, password: PASSWORD })
  await call('POST', '/users/email/confirm', who, { code: await mailed(email, /\b(\d{6})\b/) })
  return isAdministrator(who)
})
await attack(
  'an administrator’s token without the scope admin hears nothing of waitlist and applications',
  async () => {
    const token = await tokenOf(admin, ['read'])
    let heard = ''
    const { hostname, port } = new URL(base)
    const stream = http.get(
      { hostname, port, path: '/api/events/stream', headers: { authorization: `Bearer ${token}` } },
      (answer) => answer.on('data', (bytes) => (heard += bytes)).on('error', () => undefined),
    )
    stream.on('error', () => undefined)
    await pause(700)
    await must('POST', '/users/create-invitation', admin, { email: `invited${word()}@example.org` })
    const applicant = await person()
    await must('POST', '/users/creatorApplication/apply', applicant, {})
    await pause(2_500)
    stream.destroy()
    const inbox = await call('GET', '/notifications?view=forYou', token)
    const refused = await call('GET', '/users/waitlist?page=1&limit=5', token)
    const kinds = [...heard.matchAll(/"kind":"((?:waitlist|creatorApplication)[^"]*)"/g)].map(([, kind]) => kind)
    return [
      kinds.length > 0 && `the stream: ${kinds}`,
      inbox.text.includes(applicant.username) && 'the inbox names the applicant',
      refused.status !== 403 && `the waitlist: ${refused.status}`,
      !heard.includes('data:') && 'the stream says nothing at all',
    ]
  },
)
await attack('an invitation as admin ends with the admin who sent it', async () => {
  const [owner, sender, second] = [await creator(), await person(), await person()]
  const id = await project(owner)
  await invite(owner, id, sender, 'admin')
  await invite(sender, id, second, 'admin', false)
  await must('DELETE', `/user-projects/${id}/user/${sender.userID}`, owner)
  const { status } = await call('PUT', `/projects/${id}/user/${second.userID}/accept-request`, second, { accept: true })
  return status < 400 && `accepted: ${status}`
})
await attack(
  'with two-step sign-in on, a session of before it gives no token, and neither password, address nor deletion',
  async () => {
    const who = await person()
    const { json: thief } = await call(
      'POST',
      '/users/login',
      null,
      { emailID: who.email, password: PASSWORD },
      { from: newNetwork() },
    )
    const { key } = (await must('POST', '/users/two-step/set-up', who, { password: PASSWORD })).data
    await must('POST', '/users/two-step/confirm', who, { code: appCode(key) })
    const calls = [
      ['/users/tokens', { name: 'thief', scopes: ['read'], endsAt: new Date(Date.now() + 86_400_000).toISOString() }],
      ['/users/export', {}],
      ['/users/password', { oldPassword: PASSWORD, newPassword: `${PASSWORD}2` }],
      ['/users/email', { email: `x${word()}@example.org`, password: PASSWORD }],
      ['/users/deletion', { password: PASSWORD }],
    ]
    const found = []
    for (const [path, body] of calls) {
      const { status } = await call('POST', path, thief.accessToken, body)
      if (status < 400) found.push(`${path}: ${status}`)
    }
    return found
  },
)
await end()
