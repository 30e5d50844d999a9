import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { invite, mailedCode, newName } from './people.ts'

/** These tests click nothing: they use Tab, arrows, Enter, Space and Escape. FARTHEST is the most presses of Tab to a target. */
const FARTHEST = 60
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/**
 * Returns '' if a person can see where the focus is, by an outline, a shadow, a field's thick border or the marked row of a menu;
 * else a sentence.
 */
const focusIsShown = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const look = getComputedStyle(focused)
    if (look.outlineStyle !== 'none' && Number.parseFloat(look.outlineWidth) >= 2) return ''
    if (look.boxShadow !== 'none') return ''
    // The link in a project card's title is clipped, so the whole card shows its focus; other controls on the card show their own.
    const card = focused.matches('article .project-card-title') ? focused.closest('article') : null
    if (
      card &&
      Number.parseFloat(getComputedStyle(card).outlineWidth) >= 2 &&
      getComputedStyle(card).outlineStyle !== 'none'
    )
      return ''
    const field = focused.closest('.MuiInputBase-root')
    const edge = field?.querySelector('fieldset')
    if (edge && Number.parseFloat(getComputedStyle(edge).borderTopWidth) >= 2) return ''
    // On the landing page the box around field and button shows the focus by the colour of its border.
    const around = focused.closest('form')?.firstElementChild
    if (
      field &&
      around &&
      getComputedStyle(around).borderTopColor ===
        getComputedStyle(document.querySelector('[type=submit]') ?? focused).backgroundColor
    )
      return ''
    const isMarked = focused.matches('[role^=menuitem], [role=option]') && look.backgroundColor !== 'rgba(0, 0, 0, 0)'
    return isMarked ? '' : `the focus is not shown on ${focused.outerHTML.slice(0, 200)}`
  })
const expectShown = async (page: Page) => expect.poll(() => focusIsShown(page)).toBe('')

/** Presses Tab until the target has the focus, which must be visible at every step. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  for (let step = 0; step < FARTHEST; step += 1) {
    await page.keyboard.press('Tab')
    await expectShown(page)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(target)} was not reached in ${FARTHEST} steps`)
}
const press = (page: Page, key: string) => page.keyboard.press(key)

test('a person signs in, searches, filters, turns to page 2, opens a dialog, applies, withdraws and closes it by keyboard alone', async ({
  page,
  open,
  newPerson,
}) => {
  const person = await newPerson()
  await open('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectShown(page)
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/market$/)
  await expect(page.getByRole('article').first()).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search projects' })
  await tabTo(page, search)
  await page.keyboard.type('a')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/q=a$/)
  await expect(search).toBeFocused()
  const level = page.getByRole('combobox', { name: 'Skill level' })
  await tabTo(page, level)
  await press(page, 'Enter')
  await expect(page.getByRole('option', { name: 'All levels' })).toBeFocused()
  await press(page, 'ArrowDown')
  await press(page, 'ArrowDown')
  await expect(page.getByRole('option', { name: 'Intermediate · Bronze and Silver' })).toBeFocused()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/level=intermediate/)
  await expect(level).toBeFocused()
  // The filter is shown together with the list that waits for its answer.
  await expect(button(page, /^Remove the filter/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Projects' })).toHaveAttribute('aria-busy', 'false')

  await tabTo(page, page.getByRole('link', { name: 'Page 2', exact: true }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('list', { name: 'Projects' })).toHaveAttribute('aria-busy', 'false')

  // The page's first result has the focus by then.
  const titleOf = (one: Locator) => one.getByRole('heading').getByRole('link')
  await expect(titleOf(page.getByRole('article').first())).toBeFocused()
  const card = titleOf(page.getByRole('article').last())
  await tabTo(page, card)
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toBeFocused()
  const apply = button(page, /^apply/i)
  await tabTo(page, apply)
  await press(page, 'Enter')
  // The focus is on the text that says what happened, and not on the button that undoes it: another Enter does nothing.
  await expect(page.getByText('Request Sent Successfully!').locator('..')).toBeFocused()
  await expectShown(page)
  await press(page, 'Enter')
  const withdraw = button(page, /withdraw/i)
  await tabTo(page, withdraw)
  await press(page, 'Enter')
  await expect(page.getByText('Your application is withdrawn.').locator('..')).toBeFocused()
  await press(page, 'Escape')
  await expect(page).toHaveURL(/\/market\?.*page=2/)
  await expect(card).toBeFocused()
})

test('a visitor joins the waitlist by keyboard alone @renderer', async ({ page, open }) => {
  await open('/')
  await tabTo(page, page.getByRole('textbox', { name: 'Email address' }).first())
  await page.keyboard.type(`${newName()}@strangers.test`)
  await press(page, 'Enter')
  await expect(page.locator('input').first()).toHaveValue('Thankyou for subscribing')
})

test('a person registers and enters the mailed code by keyboard alone @renderer', async ({ page, open, server }) => {
  const username = newName()
  const email = `${username}@people.test`
  await invite(server, email)
  await open(`/register`)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('a-good-password')
  await press(page, 'Enter')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  await page.keyboard.type(await mailedCode(server, email))
  await press(page, 'Enter')
  const goOn = page.getByRole('link', { name: 'Go to dashboard' })
  await tabTo(page, goOn)
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('link', { name: 'Skip', exact: true }))
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/market$/)
})

test('a person asks for a new password and goes back to the login by keyboard alone @renderer', async ({
  page,
  open,
}) => {
  await open('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(`${newName()}@nobody.test`)
  await tabTo(page, button(page, 'Forgot password?'))
  await press(page, 'Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(/@nobody\.test$/)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await tabTo(page, button(page, 'Back to login'))
  await press(page, 'Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('a person changes theme and mode, uses the profile menu and logs out by keyboard alone @renderer', async ({
  page,
  openAs,
}) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('article').first()).toBeVisible()
  const theme = button(page, /^Theme/)
  await tabTo(page, theme)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused()
  await press(page, 'Home')
  await expectShown(page)
  while (!(await page.getByRole('menuitemradio', { name: 'Dark' }).evaluate((item) => item === document.activeElement)))
    await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await expect(theme).toBeFocused()

  const menu = button(page, /^Profile menu/)
  await tabTo(page, menu)
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Tom Okafor', exact: true })).toBeFocused()
  await expectShown(page)
  await press(page, 'Escape')
  await expect(menu).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Tom Okafor', exact: true })).toBeFocused()
  await press(page, 'End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await expectShown(page)
  await press(page, 'Enter')
  await expect(button(page, 'Request Access').first()).toBeVisible()
})

test('a person accepts an invitation in My Projects by keyboard alone @renderer', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const person = await newPerson()
  const creator = await server.api(demo.creator)
  const title = `Tide tables ${newName()}`
  const { data: project } = await creator.projects.create({ body: { title, description: 'Charts and tides.' } })
  const { data: self } = await (await server.api(person)).users.profile({})
  await creator.memberships.invite({
    params: { id: project.id, userId: self.id },
    body: { role: 'member', message: 'We liked your maps.' },
  })
  await openAs(person, '/my-projects')
  const tab = page.getByRole('tab', { name: 'Active Projects' })
  await tabTo(page, tab)
  await press(page, 'ArrowRight')
  await press(page, 'Enter')
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeFocused()
  const card = page.getByRole('article', { name: title })
  await tabTo(page, card.getByRole('button', { name: 'Accept' }))
  await press(page, 'Enter')
  await expect(card.getByText('Approved')).toBeVisible()
  // The button that had the focus is gone, so the focus goes to the card.
  await expect(card.locator(':focus')).toHaveCount(1)
})

test('the focus goes through the market in reading order @renderer', async ({ page, openAs, hostKind }) => {
  const hasInbox = hostKind !== 'release 1'
  await openAs(demo.contributor, '/market')
  await expect(page.getByRole('article').first()).toBeVisible()
  const names: string[] = []
  // The bell, My Work and the search are shown when the server has said what it can do.
  if (hasInbox) await expect(page.getByRole('button', { name: /^Inbox/ })).toBeVisible()
  while (names.length < (hasInbox ? 27 : 15)) {
    await press(page, 'Tab')
    await expectShown(page)
    const name = await page.evaluate(() => {
      const focused = document.activeElement
      const label =
        focused?.getAttribute('aria-label') ?? (focused as HTMLInputElement | null)?.labels?.[0]?.textContent
      return label ?? focused?.textContent ?? ''
    })
    // Without a keychain the desktop app shows a notice above the page; its Close button is not counted.
    if (name !== 'Close') names.push(name)
  }
  const chips = ['UI/UX Design', 'Mobile App Development', 'Content Writing', 'React', 'Node.js']
  const rail = ['All levels', 'Skills', 'Any hours', 'Any budget', 'Only saved projects', 'Newest']
  const first = await page.getByRole('article').first().getByRole('heading').textContent()
  expect(names).toEqual([
    'Skip to content',
    'Guildhall',
    'Find Work',
    'My Projects',
    ...(hasInbox ? ['My Work', 'Search and commands', expect.stringMatching(/^Inbox/)] : []),
    expect.stringMatching(/^Theme/),
    expect.stringMatching(/^Profile menu/),
    ...(hasInbox ? ['Projects', 'Open tasks'] : []),
    'Search projects',
    // The chips are below the search; a server that can narrow and sort the market has the rest in a rail before the list.
    ...chips,
    ...(hasInbox ? rail : ['All levels']),
    first,
    'Marta Lindqvist',
    ...(hasInbox ? [`View Details: ${first}`, `Save for later: ${first}`] : []),
  ])
})
