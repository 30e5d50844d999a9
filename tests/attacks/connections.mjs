// What strangers can do to a server by connections alone: bodies that never end, streams that read everything again, dear pages, odd addresses.
import net from 'node:net'
import { atOnce, attack, begin, end, median, newNetwork, pause, request, times } from './lib.mjs'

const { base, log, memory, person, creator, project, task, call, signIn } = await begin()
const { hostname, port, host } = new URL(base)
const who = await person()

const raw = (text) =>
  new Promise((resolve) => {
    let said = ''
    const socket = net.connect({ host: hostname, port: Number(port) }, () => socket.write(text))
    socket
      .on('data', (bytes) => (said += bytes))
      .on('error', () => undefined)
      .on('close', () => resolve(said))
    setTimeout(() => socket.destroy(), 3_000)
  })
await attack('300 bodies of 1 MB that lack their last byte fill neither memory nor log', async () => {
  const before = [memory(), log().length]
  const body = `{"emailID":"${'a'.repeat(1_000_000)}`
  const head = `POST /api/users/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n`
  const sockets = times(300, () => {
    const socket = net.connect({ host: hostname, port: Number(port) }, () => socket.write(head + body))
    return socket.on('error', () => undefined)
  })
  await pause(4_000)
  const [grown, seen] = [memory() - before[0], await signIn(who.email)]
  for (const socket of sockets) socket.destroy()
  await pause(500)
  const errors = log()
    .slice(before[1])
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
  return [
    grown > 150 && `${Math.round(grown)} MB more`,
    seen.ms > 2_000 && `a sign-in took ${Math.round(seen.ms)} ms`,
    errors.length > 0 && `${errors.length} errors in the log: ${errors[0]}`,
  ]
})
await attack('what anybody may read costs the server little', async () => {
  const pages = [
    '/openapi.json',
    '/docs',
    '/api/figures',
    '/api/capabilities',
    '/api/users/profile/root',
    '/api/users/pictures?usernames=root',
    '/health',
  ]
  const found = []
  for (const page of pages) {
    const stop = performance.now() + 1_000
    const busy = atOnce(4, async () => {
      while (performance.now() < stop) await request(base, 'GET', page, { from: newNetwork() })
    })
    const { ms } = await signIn(who.email)
    await busy
    if (ms > 2_000) found.push(`beside ${page} a sign-in took ${Math.round(ms)} ms`)
  }
  return found
})
await attack('streams that read the log from its beginning again and again delay nobody', async () => {
  const owner = await creator()
  const id = await project(owner)
  for (let n = 0; n < 100; n++) await task(owner, id, { title: `${n}` })
  const open = (after) =>
    raw(
      `GET /api/events/stream${after ? `?after=${after}` : ''} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${owner.accessToken}\r\n\r\n`,
    )
  const cursor = /"cursor":"([^"]+)"/.exec(await open(''))?.[1] ?? ''
  const [epoch, , at] = Buffer.from(cursor, 'base64url').toString().split('.')
  const old = Buffer.from(`${epoch}.800.${at}`).toString('base64url')
  const latency = async () => {
    const all = []
    for (let n = 0; n < 15; n++) all.push((await call('GET', '/users/profile', who)).ms)
    return median(all)
  }
  const before = await latency()
  const streams = times(5, () => open(old))
  const during = await latency()
  await Promise.all(streams)
  return [
    cursor === '' && 'no cursor',
    during > Math.max(250, 10 * before) && `${Math.round(during)} ms, ${Math.round(before)} before`,
  ]
})
await attack('no spelling of an address leads to another host', async () => {
  const found = []
  const odd = [
    '/a//evil.example',
    '//evil.example/x',
    '/\\evil.example//x',
    '/%09//evil.example',
    '/;//evil.example',
    '/.//evil.example',
    '/..//evil.example',
  ]
  for (const path of [
    ...odd,
    '/@evil.example//x',
    '/%2f//evil.example',
    'http://evil.example//x',
    '/.well-known/change-password//evil.example',
  ]) {
    const said = await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
    const [, location = ''] = /\r\nlocation: ([^\r]*)/i.exec(said) ?? []
    if (said === '') found.push(`${path}: no answer`)
    if (location && new URL(location, base).host !== host) found.push(`${path}: ${location}`)
  }
  return found
})
await end()
