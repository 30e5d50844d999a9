import { demo, expect, test } from './fixtures.ts'

test('[MKT-06] the card of a project that the viewer is a member of opens its workspace @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const api = await server.api(demo.creator)
  const { data } = await api.projects.openProjects({ query: {} })
  const own = data.find((project) => project.isApproved)
  await openAs(demo.creator, '/market')
  const card = page.getByRole('article', { name: own?.title ?? '', exact: true })
  await expect(card.getByText('Owner')).toBeVisible()
  await card.getByRole('button', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${own?.id}(/overview)?$`))
})
