import type { FastifyInstance } from 'fastify'
import { health, livez, readyz, type Health, type Readiness } from '#shared/contract/system.ts'

import { isStuck } from '../db/pool.ts'
import { demoObstacle } from '../demo/access.ts'
import type { AppDeps } from '../deps.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { singleFlight } from '../util/single-flight.ts'
import { readVersion } from '../process/version.ts'

/**
 * This address exists only in the demo world: nobody can own a domain that ends in .test, so nobody can register the
 * address.
 */
const DEMO_ACCOUNT = 'admin@guildhall.test'
/** A disk on another machine may hang, and a program that checks our health gives up after two seconds or so. */
const DISK_MS = 1_000

const STATE = `select pg_is_in_recovery() as "isReadOnly", exists (select from users where lower(email) = $1) as "hasDemo"`
type State = { isReadOnly: boolean; hasDemo: boolean }

type Deps = AppDeps & { disk: DiskSpace }

/**
 * The calls that monitors, load balancers and clients make before any other. Each answers within two seconds, whatever
 * hangs.
 */
export const serveHealth = (app: FastifyInstance, deps: Deps) => {
  const { config, db, isEmbedded, mailer, mailbox, store, disk, probe, presence, clockWatch } = deps
  const { isDraining = () => false } = deps
  const version = readVersion()
  const mail = mailer.isAbsent ? 'none' : mailbox ? 'local' : 'smtp'
  const isMailboxKeyed = mail === 'local' && config.mailboxKey !== undefined
  const ai = config.aiBaseUrl === undefined ? 'local' : 'endpoint'
  const known = { version, isEmbedded, mail, ai, isMailboxKeyed } as const
  const findState = singleFlight(async () => {
    const [state] = await probe.ask<State>(STATE, [DEMO_ACCOUNT])
    if (isStuck(db)) throw new Error('No connection of the pool is answered.')
    return state
  })
  const findIsApart = singleFlight(async () => (await presence?.isApart()) ?? false)
  const findDisk = singleFlight(disk.state)
  const isDatabaseThere = singleFlight(() =>
    probe.ask('select 1').then(
      () => !isStuck(db),
      () => false,
    ),
  )

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
      const diskState = atMost(DISK_MS, findDisk())
      const clock = clockWatch?.offset() === undefined ? {} : ({ clock: clockWatch.isOff() ? 'off' : 'ok' } as const)
      const storeWorks = store.works()
      try {
        const [state, isApart] = await Promise.all([findState(), findIsApart()])
        const demo = state?.hasDemo === true && demoObstacle({ config, isEmbedded }) === null
        const files = isApart ? 'not-shared' : (await storeWorks) ? 'ok' : 'unavailable'
        const isReadOnly = state?.isReadOnly === true
        return { ...known, ...clock, status: 'ok', database: 'ok', isReadOnly, demo, disk: await diskState, files }
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'the database does not answer')
        reply.status(503)
        return {
          ...known,
          ...clock,
          status: 'unavailable',
          database: 'unavailable',
          demo: false,
          disk: await diskState,
        }
      }
    },
  })
  app.route({
    method: livez.method,
    url: livez.path,
    config: { isPolled: true },
    schema: {
      operationId: 'system.livez',
      summary: livez.summary,
      tags: ['system'],
      response: { 200: livez.response },
    },
    handler: async () => ({ status: 'ok' as const }),
  })
  app.route({
    method: readyz.method,
    url: readyz.path,
    config: { isPolled: true },
    schema: {
      operationId: 'system.readyz',
      summary: readyz.summary,
      tags: ['system'],
      response: { 200: readyz.response, 503: readyz.response },
    },
    handler: async (_, reply): Promise<Readiness> => {
      const status = isDraining() ? 'draining' : (await isDatabaseThere()) ? 'ok' : 'unavailable'
      if (status !== 'ok') reply.status(503)
      return { status }
    },
  })
}

/** The result of the work; undefined when the work fails or takes longer. */
const atMost = async <T>(limitMs: number, work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}
