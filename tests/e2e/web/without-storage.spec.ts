import { demo, expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

test.use({ profile: 'new' })

/** Browsers that keep nothing for a site: one refuses its storage, the other has no room left. */
const browsers = {
  refuses: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
}
for (const [what, spoil] of Object.entries(browsers))
  test(`where storage ${what}, a person stays signed in within the tab, and is told what is lost with it`, async ({
    page,
    signIn,
    server,
    newPerson,
  }) => {
    const { path, title } = await createTeam(server, newPerson)
    await page.addInitScript(spoil)
    await signIn(demo.creator)
    const notice = page.getByText(
      /This browser blocks storage or has no room left, so you stay signed in only in this tab/,
    )
    await expect(notice).toBeVisible()
    // Within the app: an address that is entered loads the page again.
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await page.getByRole('link', { name: title }).first().click()
    const comment = page.getByRole('textbox', { name: 'Write a comment' })
    await comment.fill('Half a thought')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: title }).first().click()
    await expect(comment).toHaveValue('Half a thought')
    const asked = page.waitForEvent('dialog')
    const leaving = page.reload().catch(() => undefined)
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
    await leaving
    await expect(page).toHaveURL(/\/login|\/$/)
  })
