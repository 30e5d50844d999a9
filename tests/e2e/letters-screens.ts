import { expect, type Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import type { ScreenState } from './screens.ts'

const password = 'guildhall-demo'

/** The address of the first project that asks something and that the contributor can apply to. */
const asking = async (server: ServerProcess): Promise<string> => {
  const api = await server.api({ email: 'contributor@guildhall.test', password })
  const { data } = await api.projects.openProjects({ query: { limit: 100 } })
  for (const { id } of data) {
    const [project, access] = await Promise.all([
      api.projects.get({ params: { id } }),
      api.memberships.access({ params: { id } }),
    ])
    if (project.data.questions.length > 0 && access.data.status === null) return `/project/${id}/dialog`
  }
  throw new Error('the demo world has no project that asks something')
}
const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByLabel('Letter').fill('I have followed your project since it was posted.')
}

/** What applications say, in their states. */
export const lettersScreens: readonly ScreenState[] = [
  {
    name: 'letters-sheet',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      await open(await asking(server))
      await openSheet(page)
      await expect(page.getByText('with your profile')).toBeVisible()
    },
  },
  {
    name: 'letters-sheet-problems',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      await open(await asking(server))
      await openSheet(page)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText(/^Please look at the fields/)).toBeVisible()
    },
  },
  {
    name: 'letters-own',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/my-projects?tab=requests&show=sent')
      await page
        .getByRole('button', { name: /^Your application to/ })
        .first()
        .click()
      await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible()
    },
  },
  {
    name: 'letters-questions',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const api = await server.api({ email: 'creator@guildhall.test', password })
      const { data } = await api.projects.owned({ query: {} })
      await open(`/project/${data[0]?.id ?? ''}/settings`)
      await page.getByRole('button', { name: 'Add a Question' }).click()
      await expect(page.getByRole('form', { name: 'New question' })).toBeVisible()
    },
  },
]
