import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

// Here it matters what the browser has loaded already.
test.use({ profile: 'new' })

test('[WS-25] when the code of a tab or of Create New Project does not arrive, the frame stays, and Retry opens it', async ({
  page,
  openAs,
  server,
}) => {
  const creator = await server.api(demo.creator)
  const title = `Tide table ${newName()}`
  const { data: project } = await creator.projects.create({ body: { title, description: 'When it is high.' } })
  const code = /\/assets\/(FilesTab|ProjectWizard)-/
  await page.route(code, (route) => route.abort())
  await openAs(demo.creator, `/project/${project.id}/overview`)
  const nav = page.getByRole('navigation', { name: 'Workspace' })
  await nav.getByRole('link', { name: 'Files', exact: true }).click()
  await expect(page.getByText('This part of the app could not be loaded')).toBeVisible()
  await expect(nav).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Files' })).toBeVisible()

  await page.route(code, (route) => route.abort())
  await openAs(demo.creator, '/owner-dashboard')
  await page.getByRole('button', { name: 'Create New Project' }).click()
  const wizard = page.getByRole('dialog', { name: 'Create a New Project' })
  await expect(wizard.getByText('This part of the app could not be loaded')).toBeVisible()
  await page.unroute(code)
  await wizard.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Title')).toBeVisible()
})

test("[WS-25] the other tabs' code is fetched while idle, so that they open without a network", async ({
  page,
  openAs,
  server,
  network,
}) => {
  const creator = await server.api(demo.creator)
  const { data: project } = await creator.projects.create({
    body: { title: `Pier ${newName()}`, description: 'Made of wood.' },
  })
  const fetched = page.waitForResponse(/\/assets\/SettingsTab-/)
  await openAs(demo.creator, `/project/${project.id}/overview`)
  await fetched
  // The tab's code is several files, and this one names the others.
  await expect.poll(() => network.quietFor(), { timeout: 60_000 }).toBeGreaterThan(3_000)
  await page.context().setOffline(true)
  const nav = page.getByRole('navigation', { name: 'Workspace' })
  await nav.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
  await page.context().setOffline(false)
})
