import fastify from 'fastify'
import { expect, test } from 'vitest'
import { conflict, type HttpError, notAuthenticated } from '#server/http/errors.ts'
import { answerErrors } from '#server/plugins/errors.ts'
import { refuseUnstatedFailures } from '../support/stated-failures.ts'

test('a failure that its call does not state is a 500 in tests, and a stated one stays as it is', async () => {
  const app = fastify()
  answerErrors(app)
  refuseUnstatedFailures(app)
  const failing = (error: HttpError) => () => Promise.reject(error)
  app.get('/api/users/username', failing(conflict('CONFLICT', 'It has changed.')))
  app.get('/api/users/profile', failing(notAuthenticated()))
  const [unstated, stated] = [await app.inject('/api/users/username'), await app.inject('/api/users/profile')]
  expect([unstated.statusCode, unstated.json()]).toMatchObject([
    500,
    { code: 'INTERNAL', message: 'users.username does not state 409 CONFLICT.' },
  ])
  expect([stated.statusCode, stated.json()]).toMatchObject([401, { code: 'NOT_AUTHENTICATED' }])
  await app.close()
})
