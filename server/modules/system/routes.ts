import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { health, type Health } from '../../../shared/contract/system.ts'
import { demoObstacle } from '../../demo/access.ts'
import type { AppDeps } from '../../deps.ts'
import { readVersion } from '../../version.ts'

/** Belongs to the demo world alone: .test is nobody's domain, so nobody can register it. */
const DEMO_ACCOUNT = 'admin@guildhall.test'

/** GET /health. 503 while the database does not answer, so that a balancer leaves this process out. */
export const systemRoutes = (app: FastifyInstance, { db, config, isEmbedded, mailer, mailbox }: AppDeps) => {
  const version = readVersion()
  const mail = mailer.isAbsent ? 'none' : mailbox ? 'local' : 'smtp'
  const isMailboxKeyed = mail === 'local' && config.mailboxKey !== undefined
  app.route({
    method: health.method,
    url: health.path,
    schema: {
      operationId: 'system.health',
      summary: health.summary,
      tags: ['system'],
      response: { 200: health.response, 503: health.response },
    },
    handler: async (request, reply): Promise<Health> => {
      try {
        const row = await db
          .selectFrom('users')
          .select('id')
          .where(sql`lower(email)`, '=', DEMO_ACCOUNT)
          .executeTakeFirst()
        const demo = row !== undefined && demoObstacle({ config, isEmbedded }) === null
        return { status: 'ok', version, database: 'ok', isEmbedded, demo, mail, isMailboxKeyed }
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'the database does not answer')
        reply.status(503)
        return {
          status: 'unavailable',
          version,
          database: 'unavailable',
          isEmbedded,
          demo: false,
          mail,
          isMailboxKeyed,
        }
      }
    },
  })
}
