import { expect, test } from 'vitest'
import { unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { unzip } from '#support/unzip.ts'
import { openSession } from '../auth/sessions.ts'

const server = testApp({ keepsFiles: true })

type Row = Record<string, unknown>
/** The lists of the JSON in a person's export, and its whole text. */
const exportOf = async ({ api, id }: RewardWorld['ana']) => {
  const { data } = await api.ownData.askExport({ body: {} })
  await server.deps.background.idle()
  const { accessToken } = await openSession(server.deps, server.db, id)
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${server.origin}/api/users/export/${data.id}/file`, { headers })
  const text =
    unzip(Buffer.from(await answer.arrayBuffer()))
      .get('data.json')
      ?.toString() ?? ''
  const lists = JSON.parse(text) as Record<string, Row[]>
  return {
    text,
    of: (list: string, ...names: string[]) => (lists[list] ?? []).map((row) => names.map((name) => row[name])),
  }
}

test('[LEDGER-35] an export has the own offers, claims, proposals and entries, and of others only the amounts between them', async () => {
  const { owner, ana, ben, params, owed, addTask, offer, pay, claimOf } = await createRewardWorld(server)
  const [mine, theirs, free] = [await owed(ana, 10_000), await owed(ben, 7_000), await addTask()]
  await offer(free, 1_000)
  const propose = async (by: typeof ana, taskID: string, amountCents: number, text: string) => {
    const body = { amountCents, text, idempotencyKey: unique('proposal-') }
    await by.api.proposals.make({ params: { id: (await claimOf(taskID)).id }, body })
  }
  await propose(ana, mine, 9_000, 'Without the frame.')
  await propose(ben, theirs, 6_000, 'Without the nails.')
  await pay(ana, mine, 4_000)
  await pay(ben, theirs, 7_000, { note: 'By bank.' })

  const hers = await exportOf(ana)
  expect(hers.of('claims', 'task_id', 'state')).toEqual([[mine, 'finished']])
  expect(hers.of('proposals', 'amount_cents', 'text')).toEqual([[9_000, 'Without the frame.']])
  expect(hers.of('entriesAboutMe', 'kind', 'amount_cents').toSorted()).toEqual([
    ['due', 10_000],
    ['settle', 4_000],
  ])
  expect([hers.of('offers', 'task_id'), hers.of('entriesByMe', 'kind')]).toEqual([[], []])
  for (const foreign of [ben.id, theirs, 'Without the nails.', 'By bank.']) expect(hers.text).not.toContain(foreign)

  const his = await exportOf(owner)
  expect(
    his
      .of('offers', 'task_id', 'amount_cents')
      .map(([id]) => id)
      .toSorted(),
  ).toEqual([mine, theirs, free].toSorted())
  // What he has recorded for others: amounts, but no person and none of their words.
  expect(his.of('entriesByMe', 'kind', 'amount_cents', 'project_id').toSorted()).toEqual([
    ['settle', 4_000, params.id],
    ['settle', 7_000, params.id],
  ])
  expect([his.of('claims', 'id'), his.of('proposals', 'id'), his.of('entriesAboutMe', 'id')]).toEqual([[], [], []])
  expect(his.text).not.toContain('Without the frame.')
})
