import { expect, test } from 'vitest'
import { capabilityNames, operations } from '../../shared/contract/index.ts'
import { startTestApp } from '../support/server.ts'

/** The calls of the first release, frozen: a server that answers 404 to GET /capabilities has these and no other. */
const firstRelease: Readonly<Record<string, string>> = {
  auth: 'register login verifyOtp verifyEmailToken resendOtp forgotPassword verifyResetToken resetPassword refreshToken logout',
  users:
    'profile details username hasActiveProjects isPageAllowed adminAccess projects requests request updateBio settings updateSettings',
  waitlist: 'subscribe validateInvitation createInvitation list',
  projects: 'openProjects owned create get similar userDetails apply update remove',
  memberships: 'access invite answer answerById members requests search suggestions setRole remove',
  creatorApplications: 'checkStatus apply list get ofUser update approve reject',
  people: 'talents profileByUsername search',
  tasks: 'list active byProject get create update',
  payments: 'list create bulk void',
  ai: 'generateProject generateTask suggestTasks enhanceDescription',
  files: 'list upload download remove',
}
/** Names that no call bears: what older calls take and answer since then. */
const ofFields = ['taskPayments']
const known = new Set(
  Object.entries(firstRelease).flatMap(([group, names]) => names.split(' ').map((name) => `${group}.${name}`)),
)

test('[CAP-11] each call that the first release did not have names the capability it belongs to, and no other call does', () => {
  // One asks by this call whether there is anything more.
  const later = operations.filter(({ operation }) => !known.has(operation) && operation !== 'capabilities.list')
  expect(later.length).toBeGreaterThan(0)
  for (const { operation, endpoint } of later) expect(capabilityNames, operation).toContain(endpoint.since)
  const named = operations.filter(({ endpoint }) => endpoint.since !== undefined)
  expect(named.map(({ operation }) => operation).filter((operation) => known.has(operation))).toEqual([])
  expect([...known].filter((each) => !operations.some(({ operation }) => operation === each))).toEqual([])
  const names = [...new Set(named.map(({ endpoint }) => endpoint.since)), ...ofFields]
  expect(names.sort()).toEqual([...capabilityNames].sort())
})

test('[CAP-01] anyone may ask what the server can do, also with a token that is not good any more', async () => {
  const server = await startTestApp()
  const answer = await fetch(`${server.origin}/api/capabilities`, { headers: { authorization: 'Bearer x' } })
  const names = [
    'inbox',
    'live',
    'talk',
    'tasks2',
    'review',
    'work',
    'search',
    'import',
    'account',
    'ownData',
    'people',
    'audit',
    'reputation',
    'clock',
    'decisions',
    'tokens',
    'profile',
    'letters',
    'twoStep',
    'market',
    'preview',
    'duplicate',
    'figures',
    'analytics',
    'templates',
    'invitations',
    'waitlistRemoval',
    'taskPayments',
    'codeMail',
    'confirmation',
  ]
  const { data } = (await answer.json()) as { data: string[] }
  expect([answer.status, data.toSorted()]).toEqual([200, names.toSorted()])
  await server.close()
})
