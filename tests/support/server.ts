import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { brand } from '#shared/brand.ts'
import { apiBase, type Api, axiosTransport, createClient } from '#shared/api-client/index.ts'
import { allJobs } from '#server/process/all-jobs.ts'
import { buildApp } from '#server/app.ts'
import { createBackground } from '#server/process/background.ts'
import { type Config, loadConfig } from '#server/settings/config.ts'
import { createDb, type Db } from '#server/db/pool.ts'
import { createFileStore } from '#server/files/file-store.ts'
import { createProbe } from '#server/db/probe.ts'
import { startReplicas } from '#server/db/replicas.ts'
import type { AppDeps, Clock } from '#server/deps.ts'
import { createPasswordTurns } from '#server/modules/auth/password-turns.ts'
import { onEnqueued } from '#server/jobs/queue.ts'
import { runDueJobs } from '#server/jobs/worker.ts'
import { createLogger } from '#server/process/log.ts'
import { createLocalMailbox, type StoredMail } from '#server/mail/local-mailbox.ts'
import { createScratchDatabase } from './database.ts'
import { TEST_PASSWORD } from './factories.ts'
import { refuseUnstatedFailures } from './stated-failures.ts'

export type TestClock = Clock & {
  /** Moves the server's time forward; it also goes on by itself, like real time. */
  advance(seconds: number): void
}

export const createTestClock = (): TestClock => {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (seconds) => {
      ahead += seconds * 1000
    },
  }
}

export type TestOptions = {
  config?: Partial<Config>
  /** True for a server that keeps files: it has a data directory of its own, `dataDir`, which is removed with it. */
  keepsFiles?: boolean
  deps?: Partial<Omit<AppDeps, 'config' | 'db'>>
  /** False for a server that sends mail, or that has no mail server. */
  hasMailbox?: boolean
  /** True for a server that does jobs by itself once they are committed; otherwise jobs wait until a test calls `mails` or `runDueJobs`. */
  doesJobs?: boolean
  clock?: TestClock
  /** The database of another app, for tests of two servers on one database. */
  url?: string
}

export const TEST_SECRET = 'a secret of the tests, long enough to sign with'

/** Starts the real server on a database of its own, on a free port of loopback. Call `close()` in afterAll. */
export const startTestApp = async (options: TestOptions = {}) => {
  const scratch = options.url === undefined ? await createScratchDatabase() : undefined
  const url = options.url ?? scratch?.url ?? ''
  const db: Db = scratch?.db ?? createDb(url)
  const probe = createProbe(url)
  const clock = options.clock ?? createTestClock()
  const logger = createLogger('silent')
  const mailbox = createLocalMailbox(clock)
  const background = createBackground(logger)
  // The machine's environment and config files must not change what a test sees.
  const dataDir = options.keepsFiles
    ? await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    : (options.config?.dataDir ?? `/nonexistent/${brand.name}`)
  const { config } = loadConfig(['--port', '0', '--data-dir', dataDir], {})
  let origin = 'http://127.0.0.1'
  const whole = { ...config, secret: TEST_SECRET, ...options.config }
  const replicas =
    whole.replicaUrls.length > 0
      ? startReplicas({ db, probe, logger: options.deps?.logger ?? logger }, whole)
      : undefined
  const deps: AppDeps = {
    config: whole,
    ...(replicas && { replicas }),
    store: createFileStore(whole),
    db,
    probe,
    clock,
    mailer: mailbox,
    ...(options.hasMailbox !== false && { mailbox }),
    logger,
    isEmbedded: true,
    secret: () => TEST_SECRET,
    publicOrigin: () => options.config?.publicUrl ?? origin,
    passwordTurns: createPasswordTurns(),
    background,
    ...options.deps,
  }
  const app = await buildApp(deps)
  refuseUnstatedFailures(app)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  if (options.doesJobs) onEnqueued(db, () => background.run('jobs', () => runDueJobs(deps, allJobs)))
  return {
    app,
    db,
    deps,
    clock,
    origin,
    databaseUrl: url,
    dataDir,
    /** The typed client that every program uses, over real HTTP; with an access token it is signed in. */
    client: (accessToken?: string): Api => {
      const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
      return createClient(axiosTransport({ baseURL: () => apiBase(origin), headers }))
    },
    /** Waits for work after answers, does due jobs, and returns the mails to an address, newest first. */
    mails: async (to: string): Promise<StoredMail[]> => {
      await background.idle()
      await runDueJobs(deps, allJobs)
      return (options.deps?.mailbox ?? mailbox).list().filter((mail) => mail.to === to)
    },
    close: async () => {
      await app.close()
      await replicas?.stop()
      await probe.close()
      await (scratch ? scratch.drop() : db.destroy())
      if (options.keepsFiles) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The server of a file's tests, which starts before the first of them and ends after the last. A second one's options may be a function. */
export const testApp = (options?: TestOptions | (() => TestOptions)): TestApp => {
  const server = {} as TestApp
  const given = () => (typeof options === 'function' ? options() : options)
  beforeAll(async () => void Object.assign(server, await startTestApp(given())))
  afterAll(() => server.close())
  return server
}

/** The six digits in a verification mail. */
export const codeIn = (mail: StoredMail | undefined): string => /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''

/** The `token` and `email` of the link in a mail, and the link's path. */
export const linkIn = (mail: StoredMail | undefined): { token: string; email: string; path: string } => {
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://no.link')
  return {
    token: link.searchParams.get('token') ?? '',
    email: link.searchParams.get('email') ?? '',
    path: link.pathname,
  }
}

/** Asks for another address, and returns the code that is mailed to it. */
export const askForCode = async (server: Pick<TestApp, 'mails'>, api: Api, email: string): Promise<string> => {
  await api.account.changeEmail({ body: { email, password: TEST_PASSWORD } })
  return codeIn((await server.mails(email))[0])
}
