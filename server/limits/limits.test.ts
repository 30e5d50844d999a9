import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createCreator,
  createMembership,
  createPerson,
  createProject,
  createUser,
  TEST_PASSWORD,
  unique,
} from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { plantWebhook } from '#support/planted-webhook.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { switchOnTwoStep, wrongCode } from '#support/two-step.ts'
import { operations } from '#shared/contract/index.ts'
import { limitsOf } from '../plugins/openapi-limits.ts'
import { limitKey, type LimitKind, limitTable } from './limit-table.ts'

let server: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-limits-'))
  server = await startTestApp({ config: { registration: 'open', dataDir } })
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

const newAddress = () => `${unique('limit')}@example.org`
let networks = 0
const newNetwork = () => `203.0.113.${(networks += 1)}`

/** The call that was sent last; the API reference must name the limit at this call. */
let lastAsked = ''
type RequestToLimit = { path: string; method?: 'PUT' | 'PATCH'; body?: object; token?: string; ip?: string }
const ask = async ({ path, method, body = {}, token, ip = newNetwork() }: RequestToLimit): Promise<number> => {
  lastAsked = `${method ?? 'POST'} ${path}`
  const answer = await server.app.inject({
    method: method ?? 'POST',
    url: `/api${path}`,
    payload: body,
    remoteAddress: ip,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  await server.deps.background.idle()
  return answer.statusCode
}

const operationOf = (asked: string): string =>
  operations.find(({ endpoint: { method, path } }) =>
    new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`).test(asked),
  )?.operation ?? ''

/** The subjects of a limit, and the call that it counts. */
type LimitedCall = { subjects: string[]; call: () => Promise<number> }

const ofNetwork = (path: string, body: () => object) => async (): Promise<LimitedCall> => {
  const ip = newNetwork()
  return { subjects: [ip], call: () => ask({ path, body: body(), ip }) }
}
const ofAddress = (path: string) => async (): Promise<LimitedCall> => {
  const email = newAddress()
  return { subjects: [email], call: () => ask({ path, body: { email } }) }
}
const team = async () => {
  const { user, accessToken: token } = await createCreator(server)
  const { id } = await createProject(server, user.id)
  const { user: other, accessToken } = await createUser(server)
  await createMembership(server, id, other.id)
  return { user, token, id, other: { ...other, token: accessToken } }
}
const ofPerson =
  (call: (made: Awaited<ReturnType<typeof team>>) => Promise<number>) => async (): Promise<LimitedCall> => {
    const made = await team()
    return { subjects: [made.user.id], call: () => call(made) }
  }
const newSpam = async () => ({ kind: 'person', id: (await createPerson(server)).id, reason: 'spam' })
const look = async (path: string, token: string): Promise<number> => {
  lastAsked = `GET ${path.replace(/\?.*/, '')}`
  return (await fetch(`${server.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status
}
const previewing = async (content: string): Promise<LimitedCall> => {
  const { user, token, id } = await team()
  const body = new FormData()
  body.append('file', new Blob([content]), 'x')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
  const { data } = (await sent.json()) as { data: { id: string } }
  return { subjects: [user.id], call: () => look(`/projects/${id}/files/${data.id}/preview`, token) }
}
const importing = async (source: 'csv' | 'list'): Promise<LimitedCall> => {
  const { user, token, id } = await team()
  const tasks = [{ title: 'Draw', description: 'Work.', status: 1 }]
  const body = () => ({ idempotencyKey: unique('import'), source, tasks })
  return { subjects: [user.id], call: () => ask({ path: `/projects/${id}/imports`, body: body(), token }) }
}
const inviting = (path: string, next: (path: string) => Promise<RequestToLimit>) => async (): Promise<LimitedCall> => {
  const { user, token, id } = await team()
  return { subjects: [user.id], call: async () => ask({ ...(await next(`/user-projects/${id}/${path}`)), token }) }
}
const wrongLogin = (emailID: string, ip?: string) =>
  ask({ path: '/users/login', body: { emailID, password: 'wrong password' }, ...(ip && { ip }) })
const wrongSecondStep = async (is: 'app' | 'recovery' = 'app'): Promise<LimitedCall & { ip: string }> => {
  const ip = newNetwork()
  const { email, id, api } = await createPerson(server)
  const { key } = await switchOnTwoStep(server, api)
  const answer = await server.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } })
  const challenge = 'challenge' in answer ? answer.challenge : ''
  const code = () => (is === 'app' ? wrongCode(server, key) : 'AAAA-AAAA-AAAA-AAAA')
  return {
    ip,
    subjects: [id],
    call: () => ask({ path: '/users/two-step', body: { challenge, code: code() }, ip }),
  }
}
const task = (projectID: string, more: object = {}) => ({ projectID, title: 'A task', description: 'Work.', ...more })
const project = { title: 'A project', description: 'Work.' }
/** One case for each limit. The numbers are written out here, so that a changed number fails the test. */
const cases: Record<LimitKind, readonly [limit: number, seconds: number, prepare: () => Promise<LimitedCall>]> = {
  'login-account-network': [
    10,
    900,
    async () => {
      const [email, ip] = [newAddress(), newNetwork()]
      return { subjects: [email, ip], call: () => wrongLogin(email, ip) }
    },
  ],
  'login-network': [
    50,
    900,
    async () => {
      const ip = newNetwork()
      return { subjects: [ip], call: () => wrongLogin(newAddress(), ip) }
    },
  ],
  'login-account': [
    100,
    86_400,
    async () => {
      const email = newAddress()
      return { subjects: [email], call: () => wrongLogin(email) }
    },
  ],
  otp: [
    20,
    86_400,
    async () => {
      const email = newAddress()
      return { subjects: [email], call: () => ask({ path: '/users/verify-otp', body: { email, otp: '000000' } }) }
    },
  ],
  'two-step': [10, 900, () => wrongSecondStep()],
  'two-step-day': [60, 86_400, () => wrongSecondStep()],
  'recovery-code-network': [
    20,
    900,
    async () => {
      const { ip, subjects, call } = await wrongSecondStep('recovery')
      return { subjects: [...subjects, ip], call }
    },
  ],
  'recovery-code': [10_000, 86_400, () => wrongSecondStep('recovery')],
  'code-mail': [1, 60, ofAddress('/users/resend-otp')],
  'reset-mail': [1, 60, ofAddress('/users/forgot-password')],
  mail: [100, 3600, ofNetwork('/users/forgot-password', () => ({ email: newAddress() }))],
  register: [
    100,
    3600,
    ofNetwork('/users/register', () => ({ email: newAddress(), username: unique('limit'), password: 'correct horse' })),
  ],
  verify: [300, 900, ofNetwork('/users/verify-otp', () => ({ email: newAddress(), otp: '000000' }))],
  link: [300, 900, ofNetwork('/users/verify-reset-token', () => ({ email: newAddress(), token: 'made up' }))],
  'invitation-link': [
    300,
    900,
    ofNetwork('/users/validate-invitation', () => ({ email: newAddress(), token: 'made up' })),
  ],
  refresh: [1200, 900, ofNetwork('/users/refresh-token', () => ({ refreshToken: 'made up' }))],
  unsubscribe: [300, 900, ofNetwork('/users/unsubscribe', () => ({ token: 'made up' }))],
  'payout-reading': [30, 3600, ofPerson(({ id, token }) => look(`/projects/${id}/dues/${id}/payout`, token))],
  resend: [
    30,
    60,
    async () => {
      const { user, token, id } = await team()
      await plantWebhook(server.db, { projectID: id, by: user.id, at: server.clock.now() })
      return {
        subjects: [id],
        call: () => ask({ path: `/projects/${id}/webhooks/build/deliveries/${id}/resend`, token }),
      }
    },
  ],
  rename: [
    10,
    3600,
    ofPerson(({ token }) => ask({ method: 'PATCH', path: '/users/profile', body: { name: unique('Ada') }, token })),
  ],
  mark: [
    1200,
    3600,
    async () => {
      const { user, token } = await team()
      const body = { ids: [user.id], as: 'read' }
      return { subjects: [user.id], call: () => ask({ path: '/notifications/mark', body, token }) }
    },
  ],
  comment: [
    30,
    60,
    async () => {
      const { user, token, id } = await team()
      const { data } = await server.client(token).tasks.create({ body: task(id) })
      const body = () => ({ body: 'Looks good.', idempotencyKey: unique('comment') })
      return {
        subjects: [user.id],
        call: () => ask({ path: `/user-tasks/${data.id}/comments`, body: body(), token }),
      }
    },
  ],
  subscribe: [100, 3600, ofNetwork('/users/subscribe', () => ({ email: newAddress() }))],
  invite: [
    100,
    3600,
    inviting('user', async (path) => ({ path: `${path}/${(await createPerson(server)).id}/invite`, body: {} })),
  ],
  'invite-address': [50, 86_400, inviting('invite-address', async (path) => ({ path, body: { email: newAddress() } }))],
  report: [10, 86_400, ofPerson(async ({ token }) => ask({ path: '/reports', body: await newSpam(), token }))],
  assign: [
    100,
    3600,
    async () => {
      const { user, token, id, other } = await team()
      const assignedToID = other.id
      return { subjects: [user.id], call: () => ask({ path: '/user-tasks', body: task(id, { assignedToID }), token }) }
    },
  ],
  ai: [
    20,
    600,
    async () => {
      const { user, token } = await team()
      return {
        subjects: [user.id],
        call: () => ask({ path: '/projects/generate-from-prompt', body: { prompt: 'A map of tides' }, token }),
      }
    },
  ],
  upload: [
    300,
    3600,
    async () => {
      const { user, token, id } = await team()
      const call = async () => {
        lastAsked = `POST /projects/${id}/files`
        const body = new FormData()
        body.append('file', new Blob(['x']), 'x.txt')
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })).status
      }
      return { subjects: [user.id], call }
    },
  ],
  picture: [
    20,
    3600,
    ofPerson(({ token }) => ask({ method: 'PUT', path: '/users/profile/picture', body: { picture: 'eA==' }, token })),
  ],
  preview: [120, 600, () => previewing('x')],
  'preview-pdf': [30, 600, () => previewing('%PDF-1.7 x')],
  analytics: [120, 60, ofPerson(({ token, id }) => look(`/projects/${id}/analytics`, token))],
  bulk: [
    60,
    600,
    async () => {
      const { user, token } = await team()
      const body = { ids: ['0198b0e2-7c1a-7bbd-8a7c-0242ac120002'], change: { priority: 'high' } }
      return { subjects: [user.id], call: () => ask({ path: '/user-tasks/bulk', body, token }) }
    },
  ],
  decide: [
    60,
    600,
    async () => {
      const { user, token, id } = await team()
      const body = { ids: ['0198b0e2-7c1a-7bbd-8a7c-0242ac120002'], accept: true }
      return { subjects: [user.id], call: () => ask({ path: `/projects/${id}/requests/decide`, body, token }) }
    },
  ],
  import: [20, 3600, () => importing('csv')],
  list: [100, 3600, () => importing('list')],
  token: [
    30,
    3600,
    async () => {
      const { user, accessToken: token } = await createUser(server)
      const made = () => ({
        name: unique('token '),
        scopes: ['read'],
        endsAt: new Date(Date.now() + 60_000).toISOString(),
      })
      // The twenty-first would be refused for another reason.
      const call = async () => {
        await server.db.deleteFrom('access_tokens').where('user_id', '=', user.id).execute()
        return ask({ path: '/users/tokens', body: made(), token })
      }
      return { subjects: [user.id], call }
    },
  ],
  export: [
    1,
    86_400,
    async () => {
      const { user, token } = await team()
      return { subjects: [user.id], call: () => ask({ path: '/users/export', token }) }
    },
  ],
  claim: [
    30,
    3600,
    ofPerson(({ id, token }) =>
      ask({ path: `/user-tasks/${id}/claim`, body: { idempotencyKey: unique('claim-') }, token }),
    ),
  ],
  submit: [
    60,
    3600,
    async () => {
      const { token, id, other } = await team()
      const call = async () => {
        const body = { ...task(id), assignedToID: other.id, status: 2 }
        const headers = { authorization: `Bearer ${token}` }
        const made = await server.app.inject({ method: 'POST', url: '/api/user-tasks', payload: body, headers })
        const path = `/user-tasks/${made.json<{ data: { id: string } }>().data.id}/submissions`
        return ask({ path, body: { idempotencyKey: unique('hand-in-') }, token: other.token })
      }
      return { subjects: [other.id], call }
    },
  ],
  'export-tasks': [60, 3600, ofPerson(({ token, id }) => look(`/projects/${id}/export?format=csv`, token))],
  events: [600, 60, ofPerson(({ token }) => look('/events', token))],
  search: [120, 60, ofPerson(({ token }) => look('/users/open-projects?q=tides', token))],
  project: [30, 3600, ofPerson(({ token }) => ask({ path: '/projects', body: project, token }))],
  publish: [
    30,
    3600,
    async () => {
      const { user, token } = await team()
      const call = async () => {
        const { id } = await createProject(server, user.id, { status: 0 })
        return ask({ path: `/projects/${id}`, method: 'PUT', body: { status: 1 }, token })
      }
      return { subjects: [user.id], call }
    },
  ],
  task: [600, 3600, ofPerson(({ token, id }) => ask({ path: '/user-tasks', body: task(id), token }))],
  write: [
    3000,
    3600,
    async () => {
      const { user, accessToken: token } = await createUser(server)
      const body = () => ({ bio: unique('bio ') })
      return { subjects: [user.id], call: () => ask({ method: 'PATCH', path: '/users/bio', body: body(), token }) }
    },
  ],
  repeat: [
    600,
    3600,
    async () => {
      const { user, token, id } = await team()
      const again = () => ask({ path: '/user-tasks', body: task(id, { idempotencyKey: 'lost answer' }), token })
      await again()
      return { subjects: [user.id], call: again }
    },
  ],
}

test.each(Object.entries(cases))(
  '[WIRE-61] the limit %s lets its number of calls pass, answers the next with 429, and ends at its time',
  async (name, [limit, seconds, prepare]) => {
    const kind = name as LimitKind
    expect(limitTable[kind]).toMatchObject({ limit, seconds })
    const { subjects, call } = await prepare()
    const key = limitKey(kind, ...subjects)
    // This counts all calls but one as if they had been made a moment ago; the last allowed one is really made.
    await fillLimit(server, { key, limit, seconds }, limit - 1)
    expect(await call()).not.toBe(429)
    expect(await call()).toBe(429)
    expect(limitsOf(operationOf(lastAsked)), 'the API reference tells the limit at this call').toContain(kind)
    await server.db.updateTable('rate_limits').set({ expires_at: server.clock.now() }).where('key', '=', key).execute()
    expect(await call()).not.toBe(429)
  },
)
