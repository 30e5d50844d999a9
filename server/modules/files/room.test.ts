import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, test } from 'vitest'
import { createMembership } from '#support/factories.ts'
import { nothing, startFilesServer } from '#support/files-server.ts'
import { sweepFiles } from './sweeper.ts'

const { server, team, send, upload, remains, close } = await startFilesServer()
afterAll(close)

describe('room for files', () => {
  const MB = 1024 * 1024
  /** Adds files as if they had been uploaded before. */
  const fill = async (projectID: string, uploader: string, count: number, bytes: number, state = 'stored') => {
    const file = {
      project_id: projectID,
      uploaded_by: uploader,
      name: 'earlier.bin',
      size_bytes: bytes,
      state,
    } as const
    const rows = Array.from({ length: count }, () => ({ ...file, id: uuidv7() }))
    await server.db
      .insertInto('files')
      .values(rows as never)
      .execute()
  }
  const refusal = async (answer: Response) => ({
    status: answer.status,
    ...((await answer.json()) as { code: string; message: string }),
  })

  test('a project may have 2,000 files', async () => {
    const { params, owner, member } = await team()
    await fill(params.id, owner.id, 1_999, 1)
    await upload(member, params.id, 'the last one')
    expect(await refusal(await send(member, params.id, 'one more'))).toMatchObject({
      status: 409,
      message: 'A project has at most 2000 files. Please delete some first.',
    })
  })

  test('arriving and deleted files are neither listed nor counted', async () => {
    const { params, owner, member } = await team()
    await fill(params.id, owner.id, 2, 1, 'pending')
    await fill(params.id, owner.id, 2, 1, 'deleting')
    await upload(member, params.id, 'the only one')
    const { data, pagination } = await member.api.list({ params, query: {} })
    expect(data).toHaveLength(1)
    expect(pagination.total).toBe(1)
  })

  test.each(['stored', 'pending'])('a project’s files may have 2 GB, counting those that are %s', async (state) => {
    const { params, owner, admin, member } = await team()
    await fill(params.id, owner.id, 2, 512 * MB, state)
    await fill(params.id, admin.id, 2, 512 * MB - 500_000, state)
    await upload(member, params.id, new Uint8Array(600_000))
    expect(await refusal(await send(member, params.id, new Uint8Array(600_000)))).toMatchObject({
      status: 413,
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('the 2 GB that a project may have') as string,
    })
    expect((await remains(params.id)).arriving).toEqual([])
    await server.db.updateTable('files').set({ state: 'deleting' }).where('uploaded_by', '=', admin.id).execute()
    await upload(member, params.id, new Uint8Array(600_000))
  })

  test('one person may upload 500 MB, in all projects together', async () => {
    const [one, two] = await Promise.all([team(), team()])
    await createMembership(server, two.params.id, one.member.id)
    await fill(one.params.id, one.member.id, 1, 500 * MB - 500_000)
    await upload(one.other, one.params.id, new Uint8Array(600_000))
    expect(await refusal(await send(one.member, two.params.id, new Uint8Array(600_000)))).toMatchObject({
      status: 413,
      code: 'QUOTA_EXCEEDED',
      message: expect.stringContaining('the 500 MB that one person may have') as string,
    })
    await upload(one.member, two.params.id, new Uint8Array(100_000))
  })

  test('no two parallel uploads take the same room', async () => {
    const { params, owner, member } = await team()
    await fill(params.id, owner.id, 1, 2048 * MB - 2_500_000)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(member, params.id, new Uint8Array(1_000_000))),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 201, 413, 413, 413, 413, 413, 413])
  })

  test('a refused or failed upload gives its room back', async () => {
    const { params, owner, member } = await team()
    await fill(params.id, owner.id, 1, 2048 * MB - 1_500_000)
    expect((await send(member, params.id, '')).status).toBe(422)
    await upload(member, params.id, new Uint8Array(1_000_000))
  })

  test('files of a deleted project are kept for 30 days and then removed', async () => {
    const { params, member } = await team()
    await upload(member, params.id, 'x')
    await server.db
      .updateTable('projects')
      .set({ deleted_at: server.clock.now() })
      .where('id', '=', params.id)
      .execute()
    server.clock.advance(29 * 24 * 3600)
    await sweepFiles(server.deps)
    expect(await remains(params.id)).toMatchObject({ rows: [{ state: 'stored' }] })
    server.clock.advance(24 * 3600 + 1)
    await sweepFiles(server.deps)
    server.clock.advance(3_700)
    await sweepFiles(server.deps)
    expect(await remains(params.id)).toEqual(nothing)
  })
})
