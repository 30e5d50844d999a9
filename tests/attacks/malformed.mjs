// Every call of /openapi.json with bodies, types, verbs and queries that nobody should send: none is taken, none is a fault of the server.
import { attack, begin, count, end } from './lib.mjs'

const { call, paths, creator, admin, project, task, tokenOf, exampleOf } = await begin()
const owner = await creator()
const projectID = await project(owner)
const { id: taskID } = await task(owner, projectID)
const ids = { projects: projectID, 'user-projects': projectID, 'user-tasks': taskID, 'by-project': projectID }
/** Calls that would end the session, the account, or what the other calls need. */
const left =
  /^(auth\.|account\.|twoStep\.|ownData\.|administration\.|projects\.remove|tasks\.remove|memberships\.remove|events\.stream|users\.setUsername)/
const path = (pattern) =>
  pattern
    .slice('/api'.length)
    .split('/')
    .map((part, at, parts) => (part.startsWith('{') ? (ids[parts[at - 1]] ?? projectID) : part))
    .join('/')
const operations = Object.entries(paths)
  .filter(([pattern]) => pattern.startsWith('/api'))
  .flatMap(([pattern, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ pattern, verb, ...operation })))
  .filter(({ operationId }) => !left.test(operationId))
const found = { taken: [], failed: [], told: [] }
const statuses = []
const send = async (tag, verb, url, body, headers) => {
  const { status, text } = await call(verb, url, owner, body, { headers })
  statuses.push(status)
  if (status >= 500 && status !== 503) found.failed.push(`${tag}: ${status} ${text.slice(0, 120)}`)
  if (/node_modules|at \w+ \(|insert into|\/tmp\/|\.ts:|SyntaxError/.test(text))
    found.told.push(`${tag}: ${text.slice(0, 160)}`)
  return status
}
const extra = {
  isAdministrator: true,
  role: 'owner',
  reputation: 99_999,
  createdBy: admin.userID,
  created_by: admin.userID,
  creditedReputation: 80,
  suspendedAt: null,
}
const junk = [
  ...[
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '',
    '{"__proto__":{"isAdministrator":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ],
  ...[
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  ],
]
const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/json; charset=utf-16']
const queries = [
  '?__proto__[x]=1',
  '?limit=1&limit=2',
  '?limit[]=1',
  '?limit=99999999999999999999',
  '?page=-1',
  '?cursor=%00',
  `?cursor=${'A'.repeat(4_000)}`,
  '?q[$ne]=1',
]
for (const operation of operations) {
  const { operationId, pattern, verb } = operation
  const url = path(pattern)
  const example = exampleOf(operation)
  if (verb === 'get') for (const query of queries) await send(`${operationId} ${query}`, 'GET', url + query)
  if (example === undefined) continue
  for (const [field, value] of Object.entries(extra))
    if (!JSON.stringify(operation.requestBody).includes(`"${field}"`)) {
      const status = await send(`${operationId} ${field}`, verb.toUpperCase(), url, { ...example, [field]: value })
      if (status < 300) found.taken.push(`${operationId} took ${field}`)
    }
  const values = [[example], { $gt: '' }, 1e308, -1, '\u202E\uD800x', 'x\0y', '=1+1\r\nBcc: a@b.c']
  const bodies = [
    ...junk,
    ...values.map((value) => JSON.stringify(Object.fromEntries(Object.keys(example).map((field) => [field, value])))),
  ]
  for (const body of bodies) await send(`${operationId} ${String(body).slice(0, 30)}`, verb.toUpperCase(), url, body)
  for (const type of types) {
    const status = await send(`${operationId} ${type}`, verb.toUpperCase(), url, JSON.stringify(example), {
      'content-type': type,
    })
    if (status < 300 && !type.includes('json')) found.taken.push(`${operationId} took ${type}`)
  }
}
for (const [pattern, verbs] of Object.entries(paths))
  for (const verb of ['PROPFIND', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET'])
    if (pattern.startsWith('/api') && !(verb.toLowerCase() in verbs)) {
      const status = await send(`${verb} ${pattern}`, verb, path(pattern), verb === 'GET' ? undefined : {})
      if (status < 300 && !sameAddress(pattern, verb.toLowerCase())) found.taken.push(`${verb} ${pattern}: ${status}`)
    }
/** Whether the address of this path, with our IDs in it, is that of another path which has the verb. */
function sameAddress(pattern, verb) {
  return Object.entries(paths).some(
    ([other, verbs]) =>
      verb in verbs && new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`/api${path(pattern)}`),
  )
}
const token = await tokenOf(owner, ['read'])
await attack(`of ${statuses.length} malformed requests none is taken`, () => found.taken)
await attack(`none of them is a failure of the server (${JSON.stringify(count(statuses))})`, () => found.failed)
await attack('no answer shows a path, a statement or a stack', () => found.told)
await attack('afterwards the server works', async () =>
  (await call('GET', `/user-tasks/${taskID}`, token)).status === 200 ? [] : 'it does not',
)
await end()
