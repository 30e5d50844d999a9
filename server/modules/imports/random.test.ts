import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guessColumns } from '#shared/rules/import/columns.ts'
import type { Drafts } from '#shared/rules/import/drafts.ts'
import { partsOf } from '#shared/rules/import/parts.ts'
import { planOf } from '#shared/rules/import/plan.ts'
import { readText } from '#shared/rules/import/read.ts'
import { draftsOf } from '#shared/rules/import/rows.ts'
import { tableOf } from '#shared/rules/import/table.ts'
import { createProject, createUser } from '#support/factories.ts'
import { plankaBoard, sheet, trelloBoard, wekanBoard } from '#shared/rules/import/samples/random-files.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const ofSheet = ([names, cells]: [string[], string[][]]): Drafts => {
  const table = tableOf(
    [names, ...cells].map((line, at) => ({ line: at + 1, cells: line })),
    1,
  )
  return draftsOf(table, guessColumns(table.columns))
}
const drafts: fc.Arbitrary<Drafts | null> = fc.oneof(
  sheet.map((one) => ofSheet(one)),
  fc.oneof(trelloBoard, plankaBoard, wekanBoard).map((board) => {
    const read = readText(JSON.stringify(board))
    return 'table' in read ? null : read.drafts
  }),
)

test('[MOVE-01] what a random file is planned as the server takes as it is, with every task', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (found) => {
      if (!found) return
      const plan = planOf(found, { members: [], labels: [], archived: 'completed', lists: 'stages' })
      const { parts, labels, stages, total } = partsOf(plan)
      if (plan.tasks.length === 0) return
      const { user, accessToken } = await createUser(server)
      const owner = server.client(accessToken)
      const params = { id: (await createProject(server, user.id)).id }
      if (stages.length > 0) await owner.stages.replace({ params, body: { version: 0, stages: [...stages] } })
      let created = 0
      for (const { tasks, numbers } of parts) {
        const body = { idempotencyKey: 'key', source: 'csv' as const, labels: [...labels], tasks: [...tasks] }
        const { data } = await owner.imports.create({ params, body: { ...body, numbers: [...numbers], total } })
        created += data.created
      }
      expect(created).toBe(plan.tasks.length)
    }),
    { numRuns: Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 40) },
  )
}, 120_000)
