import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backupLines } from '#server/backup/write-backup.ts'
import { createDiskStore } from '#server/files/disk-store.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { createLogger } from '#server/process/log.ts'
import { createPerson, TEST_PASSWORD } from '../support/factories.ts'
import { readsThatHold } from '../support/read-walk.ts'
import { createRewardWorld } from '../support/rewards.ts'
import { testApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'

const lines: string[] = []
const server = testApp({
  keepsFiles: true,
  deps: { logger: createLogger('debug', { write: (line) => void lines.push(line) }) },
})

const CANARY = 'quetzalpayout'

/** The tables whose rows, written as text, hold the word, also where it is in bytes. */
const tablesWithCanary = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(server.db)
  const hex = Buffer.from(CANARY).toString('hex')
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: held } = await sql<{ is: boolean }>`
      select exists (select from ${sql.table(name)} t where t::text like ${`%${CANARY}%`} or t::text like ${`%${hex}%`}) as "is"`.execute(
      server.db,
    )
    if (held[0]?.is) found.push(name)
  }
  return found
}

test(
  '[PAYOUT-03] [PAYOUT-05] payout details are in no row, log, mail, export and answer but those that are for them',
  { timeout: 120_000 },
  async () => {
    const { owner, ana, ben, params, owed, pay } = await createRewardWorld(server)
    const [stranger, administrator] = [
      await createPerson(server),
      await createPerson(server, { isAdministrator: true }),
    ]
    const taskID = await owed(ana, 4_000)
    await ana.api.payout.set({
      body: { method: 'bank', details: CANARY, receiptName: 'Ana Ltd', receiptAddress: '', password: TEST_PASSWORD },
    })
    await owner.api.payout.ofDue({ params: { ...params, taskID } })
    const { id: paymentID } = await pay(ana, taskID, 1_000)
    await notifyFollowers(server)
    const named = {
      ids: [params.id, taskID, paymentID, ana.id, owner.id],
      usernames: [ana.username, owner.username],
    }
    const tokenOf = async ({ id }: { id: string }) => (await openSession(server.deps, server.db, id)).accessToken
    const readBy = async (who: { id: string }) => readsThatHold(server, await tokenOf(who), CANARY, named)
    for (const who of [ben, stranger, administrator]) expect(await readBy(who)).toEqual([])
    // The walk finds it where it may be read, or it would prove nothing.
    expect(await readBy(owner)).toEqual(['payout.ofDue'])
    expect(await readBy(ana)).toEqual(['payout.own'])
    for (const { email } of [ana, owner, ben])
      for (const mail of await server.mails(email))
        expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(CANARY)
    // Not in the person's own export either: it is a file, which a backup has.
    const { data: asked } = await ana.api.ownData.askExport({ body: {} })
    await server.deps.background.idle()
    const headers = { authorization: `Bearer ${await tokenOf(ana)}` }
    const zip = await fetch(`${server.origin}/api/users/export/${asked.id}/file`, { headers })
    const copy = [...unzip(Buffer.from(await zip.arrayBuffer())).values()].join('\n')
    expect(copy).toContain(ana.username)
    expect(copy).not.toContain(CANARY)
    expect(await tablesWithCanary()).toEqual([])
    const backup: string[] = []
    const store = createDiskStore(join(server.dataDir, 'files'))
    for await (const line of backupLines({ db: server.db, store, clock: server.clock }).lines) backup.push(line)
    expect(backup.filter((line) => line.includes(ana.username))).not.toEqual([])
    const written = [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(CANARY).toString('base64').slice(0, -4)]
    for (const text of written) expect(backup.filter((line) => line.includes(text))).toEqual([])
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([])
  },
)
