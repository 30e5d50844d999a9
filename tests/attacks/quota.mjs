// Quotas and counts under many calls at once: whatever is limited to a number stays at that number.
import { randomBytes } from 'node:crypto'
import { atOnce, attack, begin, count, end, inADay, key } from './lib.mjs'

const world = await begin('--person-quota', '5', '--project-quota', '8')
const { call, must, creator, person, project, invite, task, upload } = world
const [owner, admin, member] = [await creator(), await person(), await person()]
const [one, two] = [await project(owner), await project(owner)]
await invite(owner, one, member)
await invite(owner, one, admin, 'admin')
const statuses = (answers) => count(answers.map(({ status }) => status))

await attack('16 uploads of 1 MB at once: a person’s 5 MB and a project’s 8 MB are not passed', async () => {
  const megabyte = randomBytes(1_000_000)
  await atOnce(16, (n) => upload(owner, n % 2 ? one : two, 'x.bin', megabyte))
  await atOnce(10, () => upload(member, one, 'x.bin', megabyte))
  const files = (
    await Promise.all([one, two].map((id) => must('GET', `/projects/${id}/files?limit=100`, owner)))
  ).flatMap(({ data }) => data)
  const sum = (list) => list.reduce((total, { size }) => total + size, 0)
  const first = (await must('GET', `/projects/${one}/files?limit=100`, owner)).data
  return [
    sum(files) === 0 && 'nothing was stored',
    sum(first) > 8 * 1024 * 1024 && `${sum(first)} bytes in a project`,
    sum(files) > 10 * 1024 * 1024 && `${sum(files)} bytes of two people`,
  ]
})
await attack('40 access tokens at once: 20 live', async () => {
  await atOnce(40, (n) => call('POST', '/users/tokens', member, { name: `n${n}`, scopes: ['read'], endsAt: inADay() }))
  const live = (await must('GET', '/users/tokens', member)).data.length
  return live === 20 ? [] : `${live} live`
})
await attack('12 exports of one’s data at once: one is made', async () => {
  const all = statuses(await atOnce(12, () => call('POST', '/users/export', member, {})))
  return all[202] === 1 ? [] : JSON.stringify(all)
})
await attack('60 projects at once: no more than 30 in an hour', async () => {
  const all = statuses(
    await atOnce(60, (n) => call('POST', '/projects', owner, { title: `p${n}`, description: 'A description.' })),
  )
  return all[201] === 28 ? [] : JSON.stringify(all)
})
await attack('the same import and the same payment 12 times at once are one', async () => {
  const csv = { idempotencyKey: key(), source: 'csv', tasks: [{ title: 'once', description: 'd', status: 1 }] }
  const pay = { userID: member.userID, amountCents: 5, currency: 'USD', idempotencyKey: key() }
  const found = []
  for (const [path, body] of [
    ['imports', csv],
    ['payments', pay],
  ]) {
    const made = await atOnce(12, () => call('POST', `/projects/${one}/${path}`, owner, body))
    const ids = new Set(made.map(({ data }) => data?.id).filter(Boolean))
    if (ids.size !== 1) found.push(`${ids.size} ${path}: ${JSON.stringify(statuses(made))}`)
  }
  return found
})
await attack(
  'a task that two managers complete, reopen, delete, restore and change at once credits its person no more than once',
  async () => {
    const tasks = await Promise.all(
      [0, 1, 2, 3].map(() => task(owner, one, { status: 2, assignedToID: member.userID })),
    )
    const standing = async () => (await must('GET', '/users/profile', member)).data.reputation
    const single = await task(owner, one, { status: 2, assignedToID: member.userID })
    const start = await standing()
    await must('PUT', `/user-tasks/${single.id}`, owner, { status: 4 })
    const worth = (await standing()) - start
    const acts = [
      (id, who) => call('PUT', `/user-tasks/${id}`, who, { status: 4 }),
      (id, who) => call('PUT', `/user-tasks/${id}`, who, { status: 2 }),
      (id, who) => call('DELETE', `/user-tasks/${id}`, who),
      (id, who) => call('POST', `/user-tasks/${id}/restore`, who, {}),
      (_, who) => call('POST', '/user-tasks/bulk', who, { ids: tasks.map(({ id }) => id), change: { status: 4 } }),
      (id, who) => call('PUT', `/user-tasks/${id}`, who, { assignedToID: member.userID }),
    ]
    for (let round = 0; round < 3; round++)
      await atOnce(24, (n) => acts[(n * 7 + (n >> 2)) % acts.length](tasks[n % 4].id, [owner, admin][n % 2]))
    const states = await Promise.all(tasks.map(({ id }) => call('GET', `/user-tasks/${id}`, owner)))
    const done = states.filter(({ data }) => data?.status === 4).length
    const credited = (await standing()) - start - worth
    return [
      worth <= 0 && 'no credit for a completed task',
      credited !== done * worth && `${credited} credited for ${done} tasks of ${worth}`,
    ]
  },
)
await attack('one of many answers to one submission counts', async () => {
  const work = await task(owner, one, { status: 2, assignedToID: member.userID })
  const path = `/user-tasks/${work.id}/submissions`
  const made = statuses(await atOnce(12, (n) => call('POST', path, member, { idempotencyKey: key(), note: `${n}` })))
  const acts = [
    () => call('POST', `${path}/1/accept`, owner, {}),
    () => call('POST', `${path}/1/changes`, admin, { text: 'x' }),
    () => call('POST', `${path}/1/withdraw`, member, {}),
  ]
  const answered = statuses(await atOnce(18, (n) => acts[n % 3]()))
  return [
    made[201] !== 1 && `submitted: ${JSON.stringify(made)}`,
    (answered[200] ?? 0) + (answered[204] ?? 0) !== 1 && `answered: ${JSON.stringify(answered)}`,
  ]
})
await attack('a token changes nothing once its end was answered', async () => {
  const { id, token } = (
    await must('POST', '/users/tokens', owner, { name: 'n', scopes: ['read', 'work'], endsAt: inADay() })
  ).data
  let endedAt = Infinity
  const late = []
  const use = async (n) => {
    for (let k = 0; k < 25; k++) {
      const sentAt = performance.now()
      const { status } = await call('PATCH', '/users/bio', token, { bio: `${n} ${k}` })
      if (sentAt > endedAt && status < 300) late.push(`${n} ${k}`)
    }
  }
  const uses = [0, 1, 2, 3, 4, 5].map(use)
  await must('DELETE', `/users/tokens/${id}`, owner)
  endedAt = performance.now()
  await Promise.all(uses)
  return late
})
await end()
