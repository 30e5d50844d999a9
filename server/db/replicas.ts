import type { Logger } from 'pino'
import type { Config } from '../settings/config.ts'
import { withSchema } from './own-schema.ts'
import { breakConnections, createDb, type Db, readerOf } from './pool.ts'
import { createProbe, type Probe } from './probe.ts'

/** How often primary and replicas are asked for their positions, in milliseconds. */
const EVERY_MS = 250
/** No answer of a replica is older than this: one that is further behind, or does not answer, is left out. */
export const LAG_MAX_MS = 1_000

/**
 * Up to where the log is that all acknowledged changes are in, and whose it is. Without waiting for the disk a change is
 * acknowledged before its log is written.
 */
const WRITTEN = `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as position, epoch from event_log`
/** Up to where a replica has replayed the log; null where it has become a primary, which may have a log of its own. */
const REPLAYED = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as position, epoch
  from event_log`
type Position = { position: string; epoch: string }

/** A position of the primary, and when it was asked for, by `performance.now()`: what was committed before that is in it. */
type Mark = { at: number; position: bigint; epoch: string }

type Replica = {
  /** Host and port, without the password. */
  name: string
  db: Db
  probe: Probe
  /** False while it is a primary, as one of several machines that fail over. */
  isReplica: boolean
  /** It has everything that was committed before this time. */
  freshAt: number
  isAsked: boolean
  isUsed: boolean | undefined
}

/** Lets it answer no calls until it has shown once more what it has. */
const leaveOut = (replica: Replica) => {
  replica.freshAt = Math.min(replica.freshAt, performance.now() - LAG_MAX_MS)
}

export type Replicas = {
  /** Notes that a call of this person may have changed something. */
  changed: (userID: string) => void
  /**
   * The database for a call that may read what is a moment old: a replica that has everything that this person's calls have changed at
   * this process, and that was committed `ago` milliseconds ago or earlier; the primary where there is none.
   */
  reader: (userID: string | undefined, ago: number | undefined) => Db
  /** By how many seconds each replica is behind at most, or has not answered for. */
  lags: () => Array<{ replica: string; seconds: number }>
  /** How many calls have read from replicas and from the primary, and how many statements were repeated there. */
  reads: () => Readonly<Record<'replica' | 'primary' | 'repeated', number>>
  stop: () => Promise<void>
}

type Parts = { db: Db; probe: Probe; logger: Pick<Logger, 'info' | 'warn'> }
type Settings = Pick<Config, 'replicaUrls' | 'schema' | 'poolSize' | 'statementTimeout'>

/** Follows the replicas of `db`. A replica is asked through connections of its own, so that a busy one does not look dead. */
export const startReplicas = ({ db, probe, logger }: Parts, config: Settings): Replicas => {
  const counts = { replica: 0, primary: 0, repeated: 0 }
  const replicas = config.replicaUrls.map((given): Replica => {
    const url = withSchema(given, config.schema)
    // After a crash it may begin again further back.
    const onIdleError = () => leaveOut(replica)
    const { poolSize: max, statementTimeout } = config
    const options = { max, statementTimeout: statementTimeout * 1000, onIdleError, primary: db }
    const state = { freshAt: performance.now() - LAG_MAX_MS, isReplica: true, isAsked: false, isUsed: undefined }
    const replica = { name: new URL(url).host, db: createDb(url, options), probe: createProbe(url), ...state }
    return replica
  })
  /** When each person's last call that may have changed something ended, if that was not long ago. */
  const changes = new Map<string, number>()
  let marks: Mark[] = []
  let turn = 0
  let isAsking = false

  const ask = async (replica: Replica): Promise<void> => {
    if (replica.isAsked) return
    replica.isAsked = true
    try {
      const [row] = await replica.probe.ask<Position | { position: null; epoch: string }>(REPLAYED)
      const replayed = row?.position ?? null
      replica.isReplica = replayed !== null
      const isThere = ({ position, epoch }: Mark) => position <= BigInt(replayed ?? -1) && epoch === row?.epoch
      const mark = marks.findLast(isThere)
      if (mark) replica.freshAt = mark.at
      else leaveOut(replica)
    } catch {
      // A former primary that is away has a lag from now on.
      replica.isReplica = true
      leaveOut(replica)
      breakConnections(replica.db)
    }
    replica.isAsked = false
    const isUsed = performance.now() - replica.freshAt < LAG_MAX_MS
    if (isUsed === replica.isUsed) return
    replica.isUsed = isUsed
    if (isUsed) logger.info({ replica: replica.name }, 'a replica answers calls')
    else logger.warn({ replica: replica.name }, 'a replica is away, behind or none any more, and answers no calls')
  }
  const askAll = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const at = performance.now()
    for (const [userID, changedAt] of changes) if (at - changedAt > LAG_MAX_MS) changes.delete(userID)
    // Without the primary no replica is known to be up to date.
    const [row] = await probe.ask<Position>(WRITTEN).catch(() => [])
    marks = marks.filter((mark) => at - mark.at <= LAG_MAX_MS)
    if (row) marks.push({ at, position: BigInt(row.position), epoch: row.epoch })
    isAsking = false
    // One that hangs keeps nobody waiting for the others.
    for (const replica of replicas) void ask(replica)
  }
  const timer = setInterval(() => void askAll(), EVERY_MS).unref()
  void askAll()

  return {
    changed: (userID) => void changes.set(userID, performance.now()),
    reader: (userID, ago = Infinity) => {
      const now = performance.now()
      const changedAt = (userID !== undefined && changes.get(userID)) || -Infinity
      const needed = Math.max(now - ago, changedAt)
      const isFresh = ({ freshAt, isReplica }: Replica) =>
        isReplica && freshAt > Math.max(needed, performance.now() - LAG_MAX_MS)
      const able = replicas.filter(isFresh)
      const one = able[(turn += 1) % able.length]
      counts[one ? 'replica' : 'primary'] += 1
      if (!one) return db
      const onRepeat = (isFull: boolean) => {
        counts.repeated += 1
        if (!isFull) leaveOut(one)
      }
      return readerOf(one.db, { isFresh: () => isFresh(one), onRepeat })
    },
    lags: () =>
      replicas
        .filter(({ isReplica }) => isReplica)
        .map(({ name, freshAt }) => ({ replica: name, seconds: (performance.now() - freshAt) / 1000 })),
    reads: () => counts,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(replicas.flatMap((replica) => [replica.db.destroy(), replica.probe.close()]))
    },
  }
}
