import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { health, type Health } from '../../../shared/contract/system.ts'
import { demoObstacle } from '../../demo/access.ts'
import type { AppDeps } from '../../deps.ts'
import type { DiskSpace } from '../../files/disk-space.ts'
import { readVersion } from '../../version.ts'
import { withinProbe } from './within.ts'

/** Belongs to the demo world alone: .test is nobody's domain, so nobody can register it. */
const DEMO_ACCOUNT = 'admin@guildhall.test'

type Deps = AppDeps & { disk: DiskSpace }

/** GET /health. 503 while the database does not answer, so that a balancer leaves this process out. */
export const systemRoutes = (app: FastifyInstance, deps: Deps) => {
  const { db, config, isEmbedded, mailer, mailbox, disk } = deps
  const version = readVersion()
  const mail = mailer.isAbsent ? 'none' : mailbox ? 'local' : 'smtp'
  const isMailboxKeyed = mail === 'local' && config.mailboxKey !== undefined
  const findDemoAccount = withinProbe(() =>
    db
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', DEMO_ACCOUNT)
      .executeTakeFirst(),
  )
  const findDisk = withinProbe(disk.state)
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
      const diskState = findDisk().catch(() => undefined)
      try {
        const demo = (await findDemoAccount()) !== undefined && demoObstacle({ config, isEmbedded }) === null
        return { status: 'ok', version, database: 'ok', isEmbedded, demo, mail, isMailboxKeyed, disk: await diskState }
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'the database does not answer')
        reply.status(503)
        const database = 'unavailable'
        return {
          status: database,
          version,
          database,
          isEmbedded,
          demo: false,
          mail,
          isMailboxKeyed,
          disk: await diskState,
        }
      }
    },
  })
}
