import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ProjectFile } from '#shared/contract/index.ts'
import { createMembership, createProject, createUser } from './factories.ts'
import { startTestApp } from './server.ts'

/** Starts a server that keeps files, with functions that send and fetch them as a browser does. Call `close()` in afterAll. */
export const startFilesServer = async () => {
  const server = await startTestApp({ keepsFiles: true })
  const { dataDir, close } = server
  const person = async () => {
    const { user, accessToken } = await createUser(server)
    return { ...user, accessToken, api: server.client(accessToken).files }
  }
  type Person = Awaited<ReturnType<typeof person>>
  const team = async (status = 1) => {
    const [owner, admin, member, other, stranger] = await Promise.all([
      person(),
      person(),
      person(),
      person(),
      person(),
    ])
    const { id } = await createProject(server, owner.id, { status })
    await createMembership(server, id, admin.id, 'admin')
    await createMembership(server, id, member.id)
    await createMembership(server, id, other.id)
    return { params: { id }, owner, admin, member, other, stranger }
  }
  const urlOf = (projectID: string, fileID = '') =>
    `${server.origin}/api/projects/${projectID}/files${fileID && `/${fileID}`}`
  const bearer = (who: Person | undefined) => ({ ...(who && { authorization: `Bearer ${who.accessToken}` }) })

  type Sent = { name?: string; part?: string }
  const send = (
    who: Person | undefined,
    projectID: string,
    content: BlobPart,
    { name = 'notes.txt', part = 'file' }: Sent = {},
  ) => {
    const body = new FormData()
    body.append(part, new Blob([content]), name)
    return fetch(urlOf(projectID), { method: 'POST', body, headers: bearer(who) })
  }
  const upload = async (...args: Parameters<typeof send>): Promise<ProjectFile> => {
    const response = await send(...args)
    expect(response.status).toBe(201)
    return ((await response.json()) as { data: ProjectFile }).data
  }
  const download = (who: Person | undefined, projectID: string, fileID: string) =>
    fetch(urlOf(projectID, fileID), { headers: bearer(who) })

  /** What the database (`rows`) and the disk (`stored`, `arriving`) have of a project's files. */
  const remains = async (projectID: string) => ({
    rows: await server.db.selectFrom('files').where('project_id', '=', projectID).select(['id', 'state']).execute(),
    stored: await readdir(join(dataDir, 'files', projectID)).catch(() => []),
    arriving: await readdir(join(dataDir, 'uploads')).catch(() => []),
  })
  return { server, dataDir, person, team, urlOf, bearer, send, upload, download, remains, close }
}

/** The result of `remains` for a project without a trace of a file. */
export const nothing = { rows: [], stored: [], arriving: [] }

export type FilesPerson = Awaited<ReturnType<Awaited<ReturnType<typeof startFilesServer>>['person']>>
