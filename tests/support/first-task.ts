import { expect as playwrightExpect, type Locator, type Page } from '@playwright/test'
import { invite, mailedCode, mailedPath, newName } from '../e2e/people.ts'
import type { ServerProcess } from './server-process.ts'

/** Waiting is not measured, so a busy machine gets all the time it needs. */
const expect = playwrightExpect.configure({ timeout: 30_000 })

const CREATOR = { email: 'creator@guildhall.test', password: 'guildhall-demo' }
/** The most presses and filled forms; the first is on the page that the invitation opens. */
export const MOST_ACTS = 6

/** What a person does by hand: a press, or a form that they fill, however many fields it has. */
const actsOf = () => {
  const acts: string[] = []
  return {
    acts,
    press: async (what: string, at: Locator) => {
      acts.push(`press ${what}`)
      await at.click()
    },
    fill: async (what: string, fields: ReadonlyArray<readonly [Locator, string]>) => {
      acts.push(`fill in ${what}`)
      for (const [field, text] of fields) await field.fill(text)
    },
  }
}

/** A task that anybody may take, and a stranger who has asked for an account on its public page and was invited. */
const prepare = async (server: ServerProcess) => {
  const creator = await server.api(CREATOR)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Bird atlas ${name}`, description: 'All that breeds on the coast.', budget: '1000' },
  })
  await creator.projects.update({ params: { id: project.id }, body: { status: 1 } })
  const { data: task } = await creator.tasks.create({
    body: { projectID: project.id, title: `Draw the terns ${name}`, description: 'In flight and at rest.' },
  })
  const params = { id: task.id }
  await creator.offers.set({ params, body: { amountCents: 40_000, mode: 'claim' } })
  const email = `${name}@people.test`
  const visitor = await server.api()
  await visitor.waitlist.subscribe({ body: { email, want: 'work', from: { taskID: task.id } } })
  await invite(server, email)
  const holder = async () => (await creator.tasks.get({ params })).data.assignedToUsername
  /** What a person would have to answer, before the task is theirs. */
  const waits = async () => {
    const { data } = await creator.memberships.requests({ params: { id: project.id }, query: { type: 'received' } })
    return data.length
  }
  return { email, username: name, taskID: task.id, holder, waits, path: `/project/${project.id}/tasks/${task.taskId}` }
}

/** The way of a stranger from the page that their invitation opens to a task that is theirs. Nobody else does anything on it. */
export const walk = async (
  page: Page,
  server: ServerProcess,
): Promise<{ acts: string[]; waits: number; isTaken: boolean }> => {
  const { email, username, taskID, holder, waits, path } = await prepare(server)
  const { acts, press, fill } = actsOf()
  await page.goto(new URL(await mailedPath(server, email, 'register'), server.origin).href)
  await fill('the registration', [
    [page.getByLabel('Username'), username],
    [page.getByLabel('Password', { exact: true }), 'a-good-password'],
  ])
  await press('Create account', page.getByRole('button', { name: 'Create account' }))
  await expect(page.getByRole('heading', { name: 'Verifying Email' })).toBeVisible()
  await fill('the code', [[page.getByLabel('Verification code'), await mailedCode(server, email)]])
  await press('Verify', page.getByRole('button', { name: 'Verify', exact: true }))
  await expect(page).toHaveURL(new RegExp(`/open/${taskID}`))
  await press('Take this task', page.getByRole('button', { name: 'Take this task' }).first())
  await press('Take it', page.getByRole('dialog').getByRole('button', { name: 'Take it' }))
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('region', { name: 'What now' })).toContainText('Taken · $400')
  return { acts, waits: await waits(), isTaken: (await holder()) === username }
}
