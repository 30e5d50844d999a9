import { sql } from 'kysely'
import { expect } from 'vitest'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { gatherNoticeMails } from '#server/modules/notifications/gather-mails.ts'
import type { StoredMail } from '#server/mail/local-mailbox.ts'
import type { TestApp } from './server.ts'

/** Waits until readers of the log get all that was written: what other databases of the cluster have under way holds it back. */
export const wholeLog = async ({ db }: Pick<TestApp, 'db'>): Promise<void> => {
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ isWhole: boolean }>`
          select coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) as "isWhole" from events`.execute(
          db,
        )
        return rows[0]?.isWhole
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(true)
}

/** Tells those who follow of everything that has happened so far. */
export const tellAll = async (server: Pick<TestApp, 'db'>): Promise<void> => {
  await wholeLog(server)
  await notifyFollowers(server)
}

/** The mails to everybody, newest first, once everything that is due has left. */
export const allMailsNow = async (server: TestApp): Promise<readonly StoredMail[]> => {
  await mailsNow(server, '')
  return server.deps.mailbox?.list() ?? []
}

/** The mails to an address, newest first, once everything that is due has left. */
export const mailsNow = async (server: TestApp, to: string): Promise<StoredMail[]> => {
  await gatherNoticeMails(server.deps)
  return server.mails(to)
}
