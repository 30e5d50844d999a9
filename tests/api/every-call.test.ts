import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { operations } from '../../shared/contract/index.ts'
import { startTestApp, type TestApp } from '../support/server.ts'

/** The calls that the server must have, by noun. They are written out here, so that a call that the contract loses fails the test. */
const calls: Readonly<Record<string, readonly string[]>> = {
  authentication: [
    'POST /users/register',
    'POST /users/login',
    'POST /users/verify-otp',
    'POST /users/resend-otp',
    'POST /users/code-mail',
    'POST /users/forgot-password',
    'POST /users/reset-password',
    'POST /users/verify-reset-token',
    'POST /users/verify-email-token',
    'POST /users/verify-email-token/registration',
    'POST /users/create-invitation',
    'POST /users/validate-invitation',
    'POST /users/subscribe',
  ],
  users: [
    'GET /users/profile',
    'GET /users/details',
    'GET /users/username',
    'GET /users/profile/{username}',
    'PATCH /users/bio',
    'PATCH /users/profile',
    'POST /users/profile/welcome',
    'PUT /users/profile/picture',
    'DELETE /users/profile/picture',
    'GET /users/pictures',
    'GET /users/has-active-projects',
    'GET /users/search/{query}',
    'GET /users/page/{page}/allowed',
    'GET /users/waitlist',
    'DELETE /users/waitlist/{id}',
    'GET /users/request/{id}',
    'GET /users/adminAccess',
    'GET /talents',
  ],
  'lists of projects': [
    'GET /users/projects',
    'GET /users/open-projects',
    'GET /users/owned-projects',
    'POST /user-projects/{id}/user/{userId}/invite',
  ],
  projects: [
    'GET /projects/{id}',
    'POST /projects',
    'POST /projects/{id}/duplicate',
    'GET /projects/{id}/analytics',
    'POST /projects/generate-from-prompt',
    'PUT /projects/{id}',
    'DELETE /projects/{id}',
    'GET /projects/{id}/members',
    'GET /projects/{id}/similar',
    'POST /projects/{id}/apply',
    'PUT /projects/{id}/user/{userId}/accept-request',
    'GET /projects/{projectId}/user-details',
  ],
  'user-projects': [
    'GET /user-projects/{id}/requests',
    'GET /user-projects/{id}/search/{query}',
    'POST /user-projects/{id}/user/{userId}',
    'DELETE /user-projects/{id}/user/{userId}',
    'GET /user-projects/{id}/is-user-project',
    'PUT /user-projects/{projectId}/user/accept-request',
  ],
  tasks: [
    'GET /user-tasks',
    'GET /user-tasks/{id}',
    'GET /user-tasks/by-project/{projectId}',
    'GET /user-tasks/active',
    'PUT /user-tasks/{id}',
    'POST /user-tasks',
    'POST /user-tasks/generate-from-prompt',
    'POST /user-tasks/generate-options',
    'POST /user-tasks/{id}/enhance-description',
  ],
  'applications as a creator': [
    'GET /users/creatorApplication/check-status',
    'POST /users/creatorApplication/apply',
    'GET /users/creatorApplication/{id}',
    'GET /users/{id}/creatorApplications',
    'PATCH /users/creatorApplication/{id}',
    'GET /users/creatorApplication',
    'POST /users/creatorApplication/{id}/approve',
    'POST /users/creatorApplication/{id}/reject',
  ],
  'agreed upon later': [
    'GET /users/requests',
    'GET /user-projects/{id}/search',
    'POST /users/refresh-token',
    'POST /users/logout',
    'GET /users/settings',
    'PATCH /users/settings',
    'GET /projects/{id}/payments',
    'POST /projects/{id}/payments',
    'POST /projects/{id}/payments/bulk',
    'POST /projects/{id}/payments/{paymentId}/void',
    'GET /projects/{id}/files',
    'POST /projects/{id}/files',
    'GET /projects/{id}/files/{fileId}',
    'GET /projects/{id}/files/{fileId}/preview',
    'DELETE /projects/{id}/files/{fileId}',
  ],
  'more to a task': [
    'PUT /user-tasks/{id}/done-when/{lineID}',
    'POST /user-tasks/{id}/order',
    'DELETE /user-tasks/{id}',
    'POST /user-tasks/{id}/restore',
    'GET /projects/{id}/trash',
    'GET /projects/{id}/backlog',
    'POST /user-tasks/bulk',
    'GET /projects/{id}/labels',
    'POST /projects/{id}/labels',
    'PUT /projects/{id}/labels/{labelID}',
    'DELETE /projects/{id}/labels/{labelID}',
    'GET /projects/{id}/templates',
    'POST /projects/{id}/templates',
    'PUT /projects/{id}/templates/{templateID}',
    'DELETE /projects/{id}/templates/{templateID}',
  ],
  'saved projects and searches': [
    'GET /users/saved-projects',
    'PUT /users/saved-projects/{id}',
    'DELETE /users/saved-projects/{id}',
    'GET /users/saved-searches',
    'POST /users/saved-searches',
    'PUT /users/saved-searches/{id}',
    'DELETE /users/saved-searches/{id}',
  ],
  'access tokens': ['GET /users/tokens', 'POST /users/tokens', 'DELETE /users/tokens/{id}'],
  'two-step sign-in': [
    'POST /users/two-step',
    'GET /users/two-step',
    'POST /users/two-step/set-up',
    'POST /users/two-step/confirm',
    'POST /users/two-step/off',
    'POST /users/two-step/recovery-codes',
  ],
  'what happens': ['GET /figures', 'GET /capabilities', 'GET /events/stream'],
  review: [
    'POST /projects/{id}/imports',
    'DELETE /projects/{id}/imports/{importID}',
    'GET /projects/{id}/export',
    'GET /user-tasks/{id}/submissions',
    'POST /user-tasks/{id}/submissions',
    'POST /user-tasks/{id}/submissions/{n}/accept',
    'POST /user-tasks/{id}/submissions/{n}/changes',
    'POST /user-tasks/{id}/submissions/{n}/withdraw',
  ],
  'palette and keys': ['GET /search'],
  talk: [
    'GET /user-tasks/{id}/comments',
    'POST /user-tasks/{id}/comments',
    'PUT /comments/{id}',
    'DELETE /comments/{id}',
    'GET /user-tasks/{id}/feed',
  ],
  account: [
    'POST /users/password',
    'GET /users/password-rules',
    'POST /users/email',
    'POST /users/email/confirm',
    'POST /users/email/take-back',
    'GET /users/sessions',
    'DELETE /users/sessions/{id}',
    'DELETE /users/sessions',
    'POST /users/confirm',
  ],
  'own data': [
    'POST /users/export',
    'GET /users/export',
    'GET /users/export/{id}/file',
    'GET /users/deletion',
    'POST /users/deletion',
    'DELETE /users/deletion',
  ],
  audit: ['GET /audit'],
  'the decision clock': ['POST /requests/{id}/prolong'],
  invitations: ['POST /requests/{id}/withdraw'],
  letters: [
    'GET /requests/{id}',
    'PUT /requests/{id}',
    'POST /requests/{id}/seen',
    'GET /requests/{id}/comments',
    'POST /requests/{id}/comments',
  ],
  decisions: [
    'POST /requests/{id}/reopen',
    'POST /projects/{id}/requests/decide',
    'PUT /requests/{id}/label',
    'GET /requests/{id}/notes',
    'PUT /requests/{id}/notes',
    'GET /requests/{id}/applicant',
  ],
  people: [
    'GET /admin/people',
    'POST /admin/people/{id}/suspend',
    'POST /admin/people/{id}/restore',
    'POST /admin/people/{id}/sign-out',
    'POST /admin/people/{id}/revoke-admin',
  ],
  'my work': ['GET /users/work'],
  reputation: ['GET /users/profile/{username}/reputation'],
  inbox: [
    'GET /notifications',
    'GET /notifications/count',
    'POST /notifications/mark',
    'GET /user-tasks/{id}/follow',
    'PUT /user-tasks/{id}/follow',
    'DELETE /user-tasks/{id}/follow',
    'GET /users/notification-settings',
    'PUT /users/notification-settings',
    'POST /users/unsubscribe',
  ],
}

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

/** The path without the names of its parameters, which this list and the contract spell differently. */
const nameless = (call: string) => call.replace(/\{\w+\}|:\w+/g, '{}')
const inContract = new Set(operations.map(({ endpoint }) => nameless(`${endpoint.method} ${endpoint.path}`)))

describe('[DEMO-01] our own server has every call that clients know', () => {
  test.each(Object.entries(calls))('%s', async (_, wanted) => {
    expect(wanted.filter((call) => !inContract.has(nameless(call)))).toEqual([])
    for (const call of wanted) {
      const [method = '', path = ''] = call.split(' ')
      const url = `/api${path.replace(/\{\w+\}/g, '01890a5d-ac96-774b-bcce-b302099a8057')}`
      const answer = await server.app.inject({ method: method as 'GET', url })
      expect(answer.statusCode, call).not.toBe(405)
      expect(answer.json(), call).not.toMatchObject({ message: 'There is no such call.' })
    }
  })

  test('the contract has no call that this list does not name', () => {
    const known = new Set(Object.values(calls).flat().map(nameless))
    expect([...inContract].filter((call) => !known.has(call))).toEqual([])
  })

  test('the server answers /health and /openapi.json', async () => {
    for (const url of ['/health', '/openapi.json']) expect((await server.app.inject(url)).statusCode, url).toBe(200)
  })

  test('the server has an embedded database unless a setting names another one', () => {
    const { config } = loadConfig(['--data-dir', '/nonexistent/none'], {})
    expect(config).toMatchObject({ demo: true })
    expect(config.databaseUrl).toBeUndefined()
  })
})
