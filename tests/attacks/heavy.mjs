// One account makes the heaviest calls many times at once, on a project of 2,000 tasks; while it does, somebody else signs in, and the memory stays in bounds.
import net from 'node:net'
import sharp from 'sharp'
import { atOnce, attack, begin, count, end, key, pause, times } from './lib.mjs'

const SIGN_IN_MS = 2_000
const MEMORY_MB = 600
const world = await begin()
const { base, call, must, creator, person, project, invite, upload, signIn, memory } = world
const [owner, other, victim] = [await creator(), await creator(), await person()]
const [large, small] = [await project(owner), await project(other)]
await invite(owner, large, victim)
const text = 'Long text. '.repeat(300)
const rows = (n) =>
  times(500, (at) => ({
    ...{ title: `task number ${at} of ${n}`, description: text, status: 1 + (at % 4), labels: [`l${at % 20}`] },
    doneWhen: times(10, (line) => ({ text: `line ${line}`, isDone: false })),
  }))
const importRows = (n) => ({ idempotencyKey: key(), source: 'csv', tasks: rows(n) })
for (let n = 0; n < 4; n++) await must('POST', `/projects/${large}/imports`, owner, importRows(n))
const board = (await must('GET', `/user-tasks/by-project/${large}`, owner)).data
const picture = (side) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#123456' }, limitInputPixels: false })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer()
const [wide, allowed] = [await picture(8000), await picture(4000)]

/** Makes a call 20 times at once. Answers what others would have noticed. */
const beside = async (make, { isRefused = false } = {}) => {
  const before = (await signIn(victim.email)).ms
  let [peak, isOn] = [memory(), true]
  const watch = (async () => {
    while (isOn) {
      peak = Math.max(peak, memory())
      await pause(30)
    }
  })()
  const all = atOnce(20, make)
  const signIns = []
  for (let n = 0; n < 3; n++) {
    await pause(150)
    signIns.push(await signIn(victim.email))
  }
  const statuses = (await all).map((answer) => answer?.status)
  isOn = false
  await watch
  const worst = Math.max(...signIns.map(({ ms }) => ms))
  return [
    signIns.some(({ status }) => status !== 200) && `sign-ins: ${JSON.stringify(signIns.map(({ status }) => status))}`,
    worst > Math.max(SIGN_IN_MS, 8 * before) && `a sign-in took ${Math.round(worst)} ms, ${Math.round(before)} before`,
    // What is only refused takes nothing from anybody, and would prove nothing.
    statuses.every((status) => status >= 400) !== isRefused && JSON.stringify(count(statuses)),
    peak > MEMORY_MB && `memory ${Math.round(peak)} MB`,
    statuses.some((status) => status >= 500 && status !== 503) && JSON.stringify(count(statuses)),
  ]
}

const big = (await upload(owner, large, 'big.png', wide)).data.id
const little = (await upload(other, small, 'small.png', await picture(300))).data.id
const body = (bytes) => ({ picture: bytes.toString('base64') })
await attack('pictures of 8,000 and 4,000 pixels as profile pictures keep nobody from signing in', async () =>
  [
    await beside(() => call('PUT', '/users/profile/picture', owner, body(wide)), { isRefused: true }),
    await beside(() => call('PUT', '/users/profile/picture', other, body(allowed))),
  ].flat(),
)
await attack('one person’s previews of a large picture leave others their own', async () => {
  const busy = atOnce(20, () => call('GET', `/projects/${large}/files/${big}/preview`, owner))
  await pause(500)
  const seen = await call('GET', `/projects/${small}/files/${little}/preview`, other)
  await busy
  return seen.status === 200 && seen.ms < 5_000 ? [] : `${seen.status} after ${Math.round(seen.ms)} ms`
})
const ids = board.slice(0, 100).map(({ id }) => id)
const calls = [
  ['GET', `/projects/${large}/export?format=json`],
  ['GET', `/projects/${large}/export?format=csv`],
  ['GET', `/user-tasks/by-project/${large}`],
  ['GET', `/projects/${large}/backlog?page=20&limit=100&q=task`],
  ['GET', '/search?q=task&limit=20'],
  ['GET', '/users/open-projects?q=task'],
  ['GET', `/projects/${large}/analytics?from=2020-01-01&to=2026-11-25`],
  ['GET', '/user-tasks?page=1&limit=100'],
  ['POST', `/projects/${large}/duplicate`, () => ({})],
  ['POST', '/projects/generate-from-prompt', () => ({ prompt: 'A map of birds. '.repeat(200) })],
  ['POST', '/user-tasks/bulk', (n) => ({ ids, change: { priority: ['high', 'low'][n % 2] } })],
  ['POST', `/user-tasks/${ids[0]}/comments`, () => ({ body: 'c'.repeat(10_000), idempotencyKey: key() })],
  ['POST', `/projects/${large}/imports`, importRows],
]
for (const [method, path, make] of calls)
  await attack(
    `20 times at once keeps nobody from signing in: ${method} ${path.replace(large, ':id').replace(ids[0], ':id')}`,
    () => beside((n) => call(method, path, owner, make?.(n))),
  )
await attack('clients that take nothing of an export fill no memory', async () => {
  const { hostname, port, host } = new URL(base)
  const before = memory()
  const sockets = times(12, (n) => {
    const socket = net.connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined).pause()
    const { accessToken } = [owner, victim][n % 2]
    socket.write(
      `GET /api/projects/${large}/export?format=json HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`,
    )
    return socket
  })
  await pause(4_000)
  const [grown, health] = [memory() - before, await signIn(victim.email)]
  for (const socket of sockets) socket.destroy()
  return [
    grown > 100 && `${Math.round(grown)} MB more`,
    health.ms > SIGN_IN_MS && `a sign-in took ${Math.round(health.ms)} ms`,
  ]
})
await end()
