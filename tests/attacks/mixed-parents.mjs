// The owner of one project names things of another one, which they may not open, below their own project and in the bodies of calls.
import { attack, begin, end, key } from './lib.mjs'

const { creator, person, project, invite, task, upload, must, call } = await begin()
const CANARY = 'CANARYtext'
const [owner, thief, member, applicant] = [await creator(), await creator(), await person(), await person()]
const mine = await project(thief)
const other = await project(owner, { title: `${CANARY} project` })
await must('POST', `/projects/${other}/apply`, applicant, { letter: `${CANARY} letter` })
const requests = (await must('GET', `/user-projects/${other}/requests?type=received`, owner)).data
const requestID = requests.find((one) => one.userID === applicant.userID).id
await invite(owner, other, member)
const theirs = await task(owner, other, {
  title: `${CANARY} task`,
  doneWhen: [{ text: `${CANARY} line`, isDone: false }],
  ...{ status: 2, assignedToID: member.userID },
})
const line = theirs.doneWhen[0].id
const made = async (path, body) => (await must('POST', `/projects/${other}/${path}`, owner, body)).data.id
const label = await made('labels', { name: CANARY, colour: 'teal' })
const template = await made('templates', { name: CANARY, title: CANARY, description: CANARY })
const payment = await made('payments', {
  userID: member.userID,
  amountCents: 5,
  currency: 'USD',
  idempotencyKey: key(),
})
const csv = { source: 'csv', tasks: [{ title: CANARY, description: CANARY, status: 1 }] }
const imported = await made('imports', { ...csv, idempotencyKey: key() })
const file = (await upload(owner, other, `${CANARY}.txt`, CANARY)).data.id
const [id, deleted] = [(await task(thief, mine)).id, (await task(owner, other, { title: `${CANARY} deleted` })).id]
await must('DELETE', `/user-tasks/${deleted}`, owner)
const [asMember, asAdmin] = [await person(), await person()]
await invite(owner, other, asMember)
await invite(owner, other, asAdmin, 'admin')
const board = `/user-tasks/by-project/${other}`
const etag = (await call('GET', board, asMember)).headers.etag
for (const one of [asMember, asAdmin]) await must('DELETE', `/user-projects/${other}/user/${one.userID}`, owner)
await must('PUT', `/projects/${other}`, owner, { status: 0 })

/** Makes the calls; each must be refused, and tell nothing. */
const tryAll = async (who, calls) => {
  const found = []
  for (const [method, path, body, allowed = []] of calls) {
    const { status, text } = await call(method, path, who, body)
    const isRefused = (status >= 400 && status < 500) || allowed.includes(status)
    if (!isRefused || text.includes(CANARY))
      found.push(`${method} ${path} ${JSON.stringify(body)}: ${status} ${text.slice(0, 160)}`)
  }
  return found
}
const newTask = { projectID: mine, title: 'x', description: 'x' }
const paid = { userID: thief.userID, amountCents: 5, currency: 'USD' }

await attack('things of another project cannot be reached below one’s own', () =>
  tryAll(thief, [
    ['GET', `/projects/${mine}/files/${file}`],
    ['GET', `/projects/${mine}/files/${file}/preview`],
    ['DELETE', `/projects/${mine}/files/${file}`],
    ['PUT', `/projects/${mine}/templates/${template}`, { name: 'x' }],
    ['DELETE', `/projects/${mine}/templates/${template}`],
    ['DELETE', `/projects/${mine}/imports/${imported}`],
    ['POST', `/projects/${mine}/payments/${payment}/void`, { reason: 'x' }],
    ['PUT', `/user-tasks/${id}/done-when/${line}`, { isDone: true }],
    ['PUT', `/user-projects/${mine}/user/accept-request`, { requestId: requestID, accept: true }],
    ['PUT', `/projects/${mine}/user/${applicant.userID}/accept-request`, { accept: true }],
    ['POST', `/user-projects/${mine}/user/${member.userID}`, { role: 'admin' }],
    ['DELETE', `/user-projects/${mine}/user/${member.userID}`],
    ['GET', `/projects/${mine}/payments?taskID=${theirs.id}`, undefined, [200]],
    ['GET', `/projects/${mine}/backlog?label=${label}`, undefined, [200]],
    ['GET', `/audit?projectID=${mine}&person=${member.userID}`, undefined, [200]],
  ]),
)
await attack('things of another project cannot be named in the body of a call', () =>
  tryAll(thief, [
    ['PUT', `/user-tasks/${id}`, { fileIDs: [file] }],
    ['PUT', `/user-tasks/${id}`, { blockedByIDs: [theirs.id] }],
    ['PUT', `/user-tasks/${id}`, { labelIDs: [label] }],
    ['PUT', `/user-tasks/${id}`, { assignedToID: member.userID }],
    ['PUT', `/user-tasks/${id}`, { status: 2, place: { after: theirs.id } }],
    ['POST', '/user-tasks', { ...newTask, fileIDs: [file] }],
    ['POST', '/user-tasks', { ...newTask, blockedByIDs: [theirs.id] }],
    ['POST', '/user-tasks', { ...newTask, projectID: other }],
    ['POST', `/projects/${mine}/payments`, { ...paid, userID: member.userID, idempotencyKey: key() }],
    ['POST', `/projects/${mine}/payments`, { ...paid, taskIDs: [theirs.id], idempotencyKey: key() }],
    [
      'POST',
      `/projects/${mine}/imports`,
      { ...csv, tasks: [{ ...csv.tasks[0], title: 'x', assignedToID: member.userID }] },
    ],
    ['POST', '/user-tasks/generate-options', { projectId: other }],
    ['POST', `/user-tasks/${theirs.id}/enhance-description`, { enhancementPrompt: 'x' }],
    ['POST', `/projects/${other}/duplicate`, {}],
    ['POST', `/user-tasks/${id}/submissions`, { idempotencyKey: key(), fileIDs: [file] }],
  ]),
)
await attack(
  'one change of many tasks, and one decision of many requests, leave those of another project alone',
  async () => {
    const found = []
    for (const change of [{ status: 4 }, { isDeleted: true }, { assignedToID: thief.userID }]) {
      const { text, data } = await call('POST', '/user-tasks/bulk', thief, { ids: [id, theirs.id], change })
      if (text.includes(CANARY) || data?.some((one) => one.id === theirs.id && one.isDone)) found.push(text)
    }
    const decided = await call('POST', `/projects/${mine}/requests/decide`, thief, { ids: [requestID], accept: true })
    if (decided.data?.[0]?.isDone) found.push(decided.text)
    return found
  },
)
const former = [
  ['GET', board],
  ['POST', `/user-tasks/${theirs.id}/comments`, { body: 'x', idempotencyKey: key() }],
  ['POST', `/user-tasks/${deleted}/restore`, {}],
  ['DELETE', `/projects/${other}/imports/${imported}`],
  ['GET', `/projects/${other}/export?format=json`],
]
await attack('former members and admins open nothing, also with the ETag of before', async () => {
  const cached = await call('GET', board, asMember, undefined, { headers: { 'if-none-match': etag } })
  const found = [...(await tryAll(asMember, former)), ...(await tryAll(asAdmin, former))]
  return cached.status === 404 ? found : [...found, `with the ETag: ${cached.status}`]
})
const coded = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const snapshots = ['1:9999999999999999999:', '-1:-1:', 'x', `1:2:${'1,'.repeat(50_000)}`, '1:5:3);drop table users']
const cursors = [
  ...[
    { time: '99999999-01-01T00:00:00Z', id },
    { time: '2026-13-45T99:99:99.000Z', id },
    { time: 'infinity', id },
  ],
  ...[['-infinity', id], ['now', id], `infinity ${id}`, '\0', snapshots[3]],
]
await attack('made-up cursors, marks and dates are refused or ignored, never a failure', async () => {
  const found = []
  const look = ({ status, text }, tag) => status < 500 || found.push(`${tag}: ${status} ${text.slice(0, 120)}`)
  for (const snapshot of snapshots)
    look(
      await call('POST', '/notifications/mark', owner, { upTo: coded({ view: 'forYou', snapshot }), as: 'read' }),
      snapshot.slice(0, 20),
    )
  for (const path of [
    '/notifications?view=forYou&',
    `/user-tasks/${theirs.id}/feed?`,
    `/requests/${requestID}/comments?`,
    `${board}?`,
  ])
    for (const cursor of cursors) look(await call('GET', `${path}cursor=${coded(cursor)}`, owner), path)
  for (const query of ['from=0001-01-01&to=9999-12-31', 'from=2026-02-30', 'timeZone=../../etc', 'from=-infinity'])
    for (const path of [`/projects/${other}/analytics?`, `/audit?projectID=${other}&`, `/projects/${other}/payments?`])
      look(await call('GET', path + query, owner), path + query)
  return found
})
await end()
