import { expect } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { newName } from './people.ts'
import type { ScreenState } from './screens.ts'

const creator = { email: 'creator@guildhall.test', password: 'guildhall-demo' }
const names = [
  'Harbour plan.pdf',
  'Tide tables 2027.csv',
  'A name that is rather longer than a phone is wide, final v2.docx',
]

/** Creates a project of the demo creator with these files, and returns the address of its Files tab. */
const projectWith = async (server: ServerProcess, files: readonly string[]): Promise<string> => {
  const api = await server.api(creator)
  const { data } = await api.projects.create({
    body: { title: `Harbour map ${newName()}`, description: 'Charts and tides.' },
  })
  for (const name of files)
    await api.files.upload({ params: { id: data.id } }, { file: new File(['x'.repeat(name.length * 900)], name) })
  return `/project/${data.id}/files`
}

/** A project's Files tab in its states. */
export const filesScreens: readonly ScreenState[] = [
  {
    name: 'files',
    as: 'creator',
    show: async ({ page, open, server, network }) => {
      const address = await projectWith(server, names)
      network.fault({ method: 'POST', path: /\/files$/, delayMs: 20_000, times: 1 })
      network.fault({
        method: 'POST',
        path: /\/files$/,
        status: 503,
        body: { message: 'The file could not be stored. Please try again.', code: 'UNAVAILABLE' },
      })
      await open(address)
      await expect(page.getByText(names[2] ?? '')).toBeVisible()
      const upload = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(40_000, 'x') })
      const input = page.getByTestId('file-input')
      await input.setInputFiles([upload('On its way.txt')])
      await expect(page.getByRole('progressbar', { name: 'Upload of On its way.txt' })).toBeVisible()
      await input.setInputFiles([upload('Not stored.txt')])
      await expect(page.getByRole('button', { name: 'Retry Not stored.txt' })).toBeVisible()
    },
  },
  {
    name: 'files-empty',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(await projectWith(server, []))
      await expect(page.getByText('No files yet')).toBeVisible()
    },
  },
  {
    name: 'files-error',
    as: 'creator',
    show: async ({ page, open, server, network }) => {
      const address = await projectWith(server, [])
      network.fault({ path: /\/api\/projects\/[^/]+\/files/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open(address)
      await expect(page.getByText('Failed to load files').first()).toBeVisible()
    },
  },
  {
    name: 'files-delete',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(await projectWith(server, names))
      await page.getByRole('button', { name: `Delete ${names[0]}` }).click()
      await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    },
  },
]
