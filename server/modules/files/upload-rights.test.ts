import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createUser } from '#support/factories.ts'
import { nothing, startFilesServer } from '#support/files-server.ts'

const { server, team, urlOf, bearer, remains, close } = await startFilesServer()
afterAll(close)

type Team = Awaited<ReturnType<typeof team>>

/** Begins an upload of the member, does something, and sends the rest. Returns the answer's status. */
const uploadAround = async ({ params, member }: Team, between: () => Promise<unknown>): Promise<number> => {
  const boundary = 'boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const encode = (text: string) => new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(encode(`${head}${'a'.repeat(9000)}`))
      await announced(params.id)
      await between()
      controller.enqueue(encode(`${'a'.repeat(9000)}\r\n--${boundary}--\r\n`))
      controller.close()
    },
  })
  const headers = { ...bearer(member), 'content-type': `multipart/form-data; boundary=${boundary}` }
  const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return (await fetch(urlOf(params.id), sent)).status
}

const announced = async (projectID: string): Promise<void> => {
  for (;;) {
    const rows = await server.db.selectFrom('files').select('id').where('project_id', '=', projectID).execute()
    if (rows.length > 0) return
    await sleep(10)
  }
}

const ways: ReadonlyArray<readonly [how: string, status: number, act: (world: Team) => Promise<unknown>]> = [
  [
    'who was removed',
    404,
    ({ params, owner, member }) =>
      server.client(owner.accessToken).memberships.remove({ params: { ...params, userId: member.id } }),
  ],
  [
    'of a project that was deleted',
    404,
    ({ params, owner }) => server.client(owner.accessToken).projects.remove({ params }),
  ],
  [
    'who was suspended',
    401,
    async ({ member }) => {
      const { accessToken } = await createUser(server, { isAdministrator: true })
      const { administration } = server.client(accessToken)
      return administration.suspend({ params: { id: member.id }, body: { reason: 'A test.' } })
    },
  ],
  [
    'whose session has ended',
    401,
    ({ member }) =>
      server.db
        .updateTable('session_families')
        .set({ revoked_at: new Date(), revoked_reason: 'ended' })
        .where('user_id', '=', member.id)
        .execute(),
  ],
]

test.each(ways)('nothing is kept of an upload of a member %s meanwhile', async (_, status, act) => {
  const world = await team()
  expect(await uploadAround(world, () => act(world))).toBe(status)
  await vi.waitFor(async () => expect(await remains(world.params.id)).toEqual(nothing))
})

test('an upload that is as long under way is kept where nothing has changed', async () => {
  const world = await team()
  expect(await uploadAround(world, () => Promise.resolve())).toBe(201)
})
