import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { refused } from '#support/refusal.ts'
import { type FilesPerson, nothing, startFilesServer } from '#support/files-server.ts'
import { FILE_MAX_BYTES } from '#shared/contract/index.ts'
import { sweepFiles } from './sweeper.ts'

const { server, dataDir, team, urlOf, bearer, send, upload, download, remains, close } = await startFilesServer()
afterAll(close)

describe('rights to files', () => {
  test('[FILES-02] members upload, list and download; the bytes come back unchanged', async () => {
    const { params, member, other } = await team()
    const bytes = crypto.getRandomValues(new Uint8Array(60_000))
    const file = await upload(member, params.id, bytes, { name: 'data.bin' })
    expect(file).toMatchObject({
      projectID: params.id,
      name: 'data.bin',
      size: 60_000,
      uploadedByID: member.id,
      uploadedByUsername: member.username,
    })
    await upload(other, params.id, 'later')
    const { data, pagination } = await other.api.list({ params, query: {} })
    expect(data[1]).toEqual(file)
    expect(pagination.total).toBe(2)
    await upload(other, params.id, 'last')
    const second = await other.api.list({ params, query: { page: 2, limit: 2 } })
    expect(second.data).toEqual([file])
    const answer = await download(other, params.id, file.id)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  test('an upload counts as activity of the person in the project', async () => {
    const { params, member } = await team()
    await upload(member, params.id, 'x')
    const { last_active_at: lastActive } = await server.db
      .selectFrom('memberships')
      .select('last_active_at')
      .where('project_id', '=', params.id)
      .where('user_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(lastActive).toBeInstanceOf(Date)
  })

  test('a file whose bytes are missing from the store gives a 503 that says whom to tell', async () => {
    const { params, member } = await team()
    const { id } = await upload(member, params.id, 'x')
    await rm(join(dataDir, 'files', params.id, id))
    const answer = await download(member, params.id, id)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('administrator') as string,
    })
  })

  test('[FILES-02] the uploader, owners and admins may delete a file; another member may not', async () => {
    const { params, owner, admin, member, other } = await team()
    for (const who of [member, admin, owner]) {
      const { id } = await upload(member, params.id, 'x')
      const file = { params: { ...params, fileId: id } }
      await expect(other.api.remove(file)).rejects.toEqual(refused(403))
      await who.api.remove(file)
      expect((await download(owner, params.id, id)).status).toBe(404)
      await expect(who.api.remove(file)).rejects.toEqual(refused(404))
    }
    expect(await remains(params.id)).toEqual(nothing)
  })

  test.each([0, 1])(
    '[FILES-02] strangers get 404 for every call, also of a listed project (status %d)',
    async (status) => {
      const { params, member, stranger } = await team(status)
      const { id } = await upload(member, params.id, 'x')
      expect((await send(stranger, params.id, 'x')).status).toBe(404)
      expect((await download(stranger, params.id, id)).status).toBe(404)
      await expect(stranger.api.list({ params, query: {} })).rejects.toEqual(refused(404))
      await expect(stranger.api.remove({ params: { ...params, fileId: id } })).rejects.toEqual(refused(404))
      expect((await remains(params.id)).rows).toHaveLength(1)
    },
  )

  test('[FILES-02] a caller without a session gets 401, and another project’s owner finds no file by its ID', async () => {
    const [one, two] = await Promise.all([team(), team()])
    const { id } = await upload(one.member, one.params.id, 'x')
    expect((await send(undefined, one.params.id, 'x')).status).toBe(401)
    expect((await download(undefined, one.params.id, id)).status).toBe(401)
    expect((await download(two.owner, two.params.id, id)).status).toBe(404)
    await expect(two.owner.api.remove({ params: { ...two.params, fileId: id } })).rejects.toEqual(refused(404))
  })

  test('[FILES-02] when three people delete a file at once, one does, and the others find no file', async () => {
    const { params, owner, admin, member } = await team()
    const { id } = await upload(member, params.id, 'x')
    const calls = [owner, admin, member].map(({ api }) => api.remove({ params: { ...params, fileId: id } }))
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 })
    expect(await remains(params.id)).toEqual(nothing)
  })
})

describe('a refused upload leaves nothing behind', () => {
  test('[FILES-03] 25 MB are accepted, one byte more answers 413 with a clear message', async () => {
    const { params, member } = await team()
    const most = await upload(member, params.id, new Uint8Array(FILE_MAX_BYTES))
    expect(most.size).toBe(FILE_MAX_BYTES)
    await member.api.remove({ params: { ...params, fileId: most.id } })
    const refusal = await send(member, params.id, new Uint8Array(FILE_MAX_BYTES + 1))
    expect(refusal.status).toBe(413)
    expect(await refusal.json()).toMatchObject({ message: 'A file has at most 25 MB.', code: 'BODY_TOO_LARGE' })
    expect(await remains(params.id)).toEqual(nothing)
  })

  test('[FILES-03] a far larger file is refused before it is read, even when the request does not say its size', async () => {
    const { params, member } = await team()
    const refusal = await send(member, params.id, new Uint8Array(FILE_MAX_BYTES * 2))
    expect(refusal.status).toBe(413)
    let sent = 0
    const boundary = 'x-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n`
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull: (controller) => {
        sent += 65_536
        if (sent <= FILE_MAX_BYTES + 1_000_000) return controller.enqueue(new Uint8Array(65_536))
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`))
        controller.close()
      },
    })
    const headers = { ...bearer(member), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const chunked = await fetch(urlOf(params.id), { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    expect(chunked.status).toBe(413)
    expect(await remains(params.id)).toEqual(nothing)
  })

  test('[FILES-03] an upload that is cut off leaves nothing', async () => {
    const { params, member } = await team()
    await new Promise<void>((resolve) => {
      const request = httpRequest(urlOf(params.id), {
        method: 'POST',
        headers: { ...bearer(member), 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 },
      })
      request.on('error', () => resolve())
      request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhalf of it')
      setTimeout(() => request.destroy(), 300)
    })
    await expect.poll(() => remains(params.id)).toEqual(nothing)
  })

  /** Sends a form as raw bytes in one piece, so that a test decides where the form ends. */
  const sendForm = (who: FilesPerson, projectID: string, body: string) =>
    fetch(urlOf(projectID), {
      method: 'POST',
      body,
      headers: { ...bearer(who), 'content-type': 'multipart/form-data; boundary=b' },
    })
  const part = (name: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}`

  test('[FILES-03] a form without an end is the sender’s mistake: it gets a 400, and nothing is stored', async () => {
    const { params, member } = await team()
    const whole = `${part('a.txt', 'hello')}\r\n--b--\r\n`
    expect((await sendForm(member, params.id, whole)).status).toBe(201)
    const afterOne = await remains(params.id)
    const cuts = ['hello', 'hello\r\n', 'hello\r\n--', 'hello\r\n--b', '']
    for (const cut of [...cuts.map((content) => part('a.txt', content)), '--b\r\ncontent-dispo', '--b', '']) {
      const answer = await sendForm(member, params.id, cut)
      expect(answer.status, JSON.stringify(cut)).toBe(cut === '' ? 422 : 400)
    }
    expect(await remains(params.id)).toEqual(afterOne)
  })

  test('[FILES-02] a second file, or anything else beside the first, is refused, and nothing is stored', async () => {
    const { params, member } = await team()
    const first = part('a.txt', 'one')
    const field = '--b\r\ncontent-disposition: form-data; name="note"\r\n\r\nwords'
    for (const more of [part('b.txt', 'two'), part('b.txt', 'x'.repeat(200_000)), field]) {
      const answer = await sendForm(member, params.id, `${first}\r\n${more}\r\n--b--\r\n`)
      expect({ status: answer.status, body: (await answer.json()) as unknown }).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT', message: expect.stringContaining('one file') as string },
      })
    }
    expect(await remains(params.id)).toEqual(nothing)
  })

  test('an empty file, a part with another name and a request without a form are refused', async () => {
    const { params, member } = await team()
    expect((await send(member, params.id, '')).status).toBe(422)
    expect((await send(member, params.id, 'x', { part: 'other' })).status).toBe(422)
    const headers = bearer(member)
    const json = { ...headers, 'content-type': 'application/json' }
    expect((await fetch(urlOf(params.id), { method: 'POST', body: '{}', headers: json })).status).toBe(415)
    const broken = { ...headers, 'content-type': 'multipart/form-data' }
    expect((await fetch(urlOf(params.id), { method: 'POST', body: 'x', headers: broken })).status).toBeLessThan(500)
    const elsewhere = await fetch(`${server.origin}/api/users/login`, { method: 'POST', body: new FormData() })
    expect(elsewhere.status).toBe(415)
    expect(await remains(params.id)).toEqual(nothing)
  })
})

describe('names and types', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\plan.docx', 'plan.docx'],
    ['План работ 計画.pdf', 'План работ 計画.pdf'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['line\r\nbreak.txt', 'linebreak.txt'],
    ['a<b>:"|?*.txt', 'a_b______.txt'],
    ['CON.txt', '_CON.txt'],
    ['...', 'file'],
    [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(117)}.gz`],
  ])('[FILES-04] a file named %j is stored with the name %j', async (name, kept) => {
    const { params, member } = await team()
    expect((await upload(member, params.id, 'x', { name })).name).toBe(kept)
  })

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const html = '<!doctype html><script>alert(1)</script>'
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  test.each([
    ['picture.txt', png, 'image/png'],
    ['picture.png', html, 'text/plain; charset=utf-8'],
    ['drawing.svg', svg, 'text/plain; charset=utf-8'],
    ['notes.html', 'Größe', 'text/plain; charset=utf-8'],
    ['noise.png', new Uint8Array([0, 1, 2, 255, 254]), 'application/octet-stream'],
  ])(
    '[FILES-04] %s is sent with the type of its content, as an attachment that no browser opens or guesses',
    async (name, content, type) => {
      const { params, member } = await team()
      const file = await upload(member, params.id, content, { name })
      expect(file.contentType).toBe(type)
      const { headers } = await download(member, params.id, file.id)
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect(headers.get('cache-control')).toContain('no-store')
    },
  )

  test('[FILES-04] a name in any script, with quotes, does not break a header', async () => {
    const { params, member } = await team()
    const { id } = await upload(member, params.id, 'x', { name: '計画 (1) \'x\'; a="b".txt' })
    const disposition = (await download(member, params.id, id)).headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''%E8%A8%88%E7%94%BB[\w%.-]+$/)
  })
})

describe('after a server was killed', () => {
  test('[FILES-05] files are below the data directory; the sweeper removes the rest of unfinished uploads and deletions, never stored files', async () => {
    const { params, member } = await team()
    const kept = await upload(member, params.id, 'kept')
    const place = join(dataDir, 'files', params.id)
    expect(await readdir(place)).toEqual([kept.id])
    // The server was killed after the bytes were stored and before the row said so; during a deletion; and while bytes
    // arrived.
    const lost = await upload(member, params.id, 'lost')
    const half = await upload(member, params.id, 'half')
    for (const [id, state] of [
      [lost.id, 'pending'],
      [half.id, 'deleting'],
    ] as const)
      await server.db.updateTable('files').set({ state }).where('id', '=', id).execute()
    await writeFile(join(dataDir, 'uploads', 'arriving'), 'x')
    await sweepFiles(server.deps)
    expect((await remains(params.id)).stored).toHaveLength(3)
    server.clock.advance(3_700)
    await sweepFiles(server.deps)
    expect(await remains(params.id)).toEqual({
      rows: [{ id: kept.id, state: 'stored' }],
      stored: [kept.id],
      arriving: [],
    })
    expect(await readFile(join(place, kept.id), 'utf8')).toBe('kept')
  })

  test('[FILES-05] the sweeper also works when nothing was ever uploaded', async () => {
    const config = { ...server.deps.config, dataDir: join(dataDir, 'not-there-yet') }
    await expect(sweepFiles({ ...server.deps, config })).resolves.toBeUndefined()
  })
})
