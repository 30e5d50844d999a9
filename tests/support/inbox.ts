import { sql } from 'kysely'
import { expect } from 'vitest'
import { tellFollowers } from '#server/modules/notifications/followers.ts'
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
  await tellFollowers(server)
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

type Someone = { id: string; api: ReturnType<TestApp['client']> }
type Team = { owner: Someone; member: Someone; id: string }

/** The cases of tests/api/transactions.test.ts about telling followers of a move, when everything before it is told, and of gathering a mail. */
export const noticeTransactions = (server: () => TestApp, team: () => Promise<Team>) => ({
  'followers are told of a move': {
    file: 'modules/notifications/followers.ts',
    prepare: async () => {
      const { owner, member, id: projectID } = await team()
      const body = { projectID, title: 'A task', description: 'Work.', assignedToID: member.id }
      const { data: task } = await owner.api.tasks.create({ body })
      await tellAll(server())
      await owner.api.tasks.update({ params: { id: task.id }, body: { status: 2 } })
      await wholeLog(server())
      return () => tellFollowers(server())
    },
    // What comes before a move that is told of is passed over, whatever becomes of the move.
    except: ['notification_cursor'],
  },
  'a mail about notices is gathered': {
    file: 'modules/notifications/gather-mails.ts',
    prepare: async () => {
      const { owner, member, id } = await team()
      // What other cases have left is no part of this one.
      await server().db.updateTable('notifications').set({ mail_at: null }).execute()
      const params = { id, userId: member.id }
      await owner.api.memberships.setRole({ params, body: { role: 'admin' } })
      server().clock.advance(10 * 60)
      return () => gatherNoticeMails(server().deps)
    },
  },
})
