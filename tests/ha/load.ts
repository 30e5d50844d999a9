// People at work through the balancer, and what they know afterwards: which changes were acknowledged, and which reached a live stream.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { followStream } from '../support/follow-stream.ts'
import type { TestApp } from '../support/server.ts'
import type { Cluster } from './cluster.ts'
import { trial } from './machines.ts'

type Kind = 'task' | 'comment' | 'payment'
/** A change that was acknowledged, by its row's ID. `at` is when the answer came, `sent` when the call that it answers was made. */
type Acknowledged = { writer: number; kind: Kind; id: string; sent: number; at: number }
type Failure = { status: number; at: number }
type Person = { id: string; token: string }

/** Milliseconds between two changes of a writer, and before it sends one again. A person may write 30 comments a minute. */
const [PAUSE, COMMENT_PAUSE, AGAIN] = [150, 5000, 200]
/** A call that takes longer is given up by its caller, who sends it again. */
const PATIENCE_MS = 60_000
const STREAMS_OF_ONE = 4

const createPeople = async (cluster: Cluster, db: TestApp['db']) => {
  const person = async (): Promise<Person> => {
    // Without a session, for which the server's own parts would be needed; a token of the command line takes its place.
    const { user } = await createUser({ db, deps: {} as TestApp['deps'] }, { isEmailVerified: false })
    await db.updateTable('users').set({ is_email_verified: true }).where('id', '=', user.id).execute()
    const token = /ghd_\S+/.exec(cluster.command('token', 'create', user.email, '--work', '--manage'))?.[0] ?? ''
    return { id: user.id, token }
  }
  const owner = await person()
  const { id: projectID } = await createProject({ db }, owner.id)
  const watchers: Person[] = []
  while (watchers.length * STREAMS_OF_ONE < trial.streams) watchers.push(await person())
  // An admin of the project sees payments to others, too.
  for (const { id } of watchers) await createMembership({ db }, projectID, id, 'admin')
  return { owner, watchers, projectID, payee: (watchers[0] as Person).id }
}

/** Follows one stream; when it ends, it is opened again at the last place, as our clients do. */
const follow = (cluster: Cluster, { token }: Person) => {
  const frames: string[] = []
  const counts = { opened: 0, resets: 0 }
  let isOver = false
  let place: string | undefined
  const keepOpen = async () => {
    while (!isOver) {
      const stream = await followStream({ origin: cluster.balancer }, token, {
        after: place,
        onFrame: ({ kind, id }) => kind !== 'notices.changed' && frames.push(id),
      }).catch(() => undefined)
      if (stream?.status === 200) counts.opened += 1
      while (stream && !stream.isOver() && !isOver) await sleep(50)
      place = stream?.cursor() ?? place
      counts.resets += stream?.names.filter((name) => name === 'reset').length ?? 0
      await stream?.close()
      if (!isOver) await sleep(AGAIN)
    }
  }
  const running = keepOpen()
  return { frames, counts, end: () => ((isOver = true), running) }
}

export const startLoad = async (cluster: Cluster, db: TestApp['db']) => {
  const { owner, watchers, projectID, payee } = await createPeople(cluster, db)
  const acknowledged: Acknowledged[] = []
  const failures: Failure[] = []
  /** Answers that no fault here may cause: all but 503. */
  const refused: string[] = []
  let isOver = false

  const post = async (path: string, body: object) => {
    const answer = await fetch(`${cluster.balancer}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await answer.text()
    return { status: answer.status, text }
  }
  /** Sends one change with its key until it is acknowledged, or until all is over. */
  const write = async (writer: number, kind: Kind, path: string, body: object): Promise<string | undefined> => {
    const keyed = { ...body, idempotencyKey: randomUUID() }
    while (!isOver) {
      const sent = Date.now()
      const { status, text } = await post(path, keyed).catch(() => ({ status: 0, text: '' }))
      const at = Date.now()
      if (status === 201) {
        const { id } = (JSON.parse(text) as { data: { id: string } }).data
        acknowledged.push({ writer, kind, id, sent, at })
        return id
      }
      failures.push({ status, at })
      if (status !== 0 && status !== 503) refused.push(`${path} ${status} ${text}`)
      await sleep(AGAIN)
    }
    return undefined
  }
  const createTask = (writer: number, title: string) =>
    write(writer, 'task', '/user-tasks', { projectID, title, description: 'Work.' })
  const streams = Array.from({ length: trial.streams }, (_, n) =>
    follow(cluster, watchers[n % watchers.length] as Person),
  )
  while (streams.some(({ counts }) => counts.opened === 0)) await sleep(50)

  const talkedOn = await createTask(0, 'The task that people talk on')
  const works: Record<Kind, (writer: number, name: string) => Promise<unknown>> = {
    task: (writer, name) => createTask(writer, `Task ${name}`),
    comment: async (writer, name) => {
      await write(writer, 'comment', `/user-tasks/${talkedOn}/comments`, { body: `Comment ${name}` })
      await sleep(COMMENT_PAUSE)
    },
    payment: (writer, name) => {
      const payment = { userID: payee, amountCents: 100, currency: 'USD', note: `Payment ${name}` }
      return write(writer, 'payment', `/projects/${projectID}/payments`, payment)
    },
  }
  const kindOf = (writer: number): Kind => (writer % 6 === 4 ? 'comment' : writer % 6 === 5 ? 'payment' : 'task')
  const writers = Array.from({ length: trial.writers }, async (_, writer) => {
    for (let n = 0; !isOver; n++) {
      await works[kindOf(writer)](writer, `${writer}-${n}`)
      await sleep(PAUSE)
    }
  })
  return {
    projectID,
    acknowledged,
    failures,
    refused,
    streams,
    /** Ends the writers; one that waits for an answer takes it first. */
    end: async () => {
      isOver = true
      await Promise.all(writers)
    },
  }
}
export type Load = Awaited<ReturnType<typeof startLoad>>
