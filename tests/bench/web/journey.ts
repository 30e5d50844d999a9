import { expect as playwrightExpect, type Page } from '@playwright/test'
import { signInAs } from './browser.ts'
import { nameStep } from './interactions.ts'

/** Waiting is not measured, so a busy machine gets all the time it needs. */
const expect = playwrightExpect.configure({ timeout: 30_000 })

/** A person's way through the first screens: at least 60 presses and clicks, none of them in a hurry. */
export const journey = async (page: Page, origin: string) => {
  await page.goto(origin)
  await landing(page)
  await login(page)
  await market(page)
  await dialog(page)
  await myProjects(page)
  await logOut(page)
  await talent(page)
  await profile(page)
}

/** Long enough for the frame of one interaction to be painted before the next begins. */
const PAUSE_MS = 120

/** Does the steps of a screen one after the other, each under its name. */
const steps = async (page: Page, screen: string, does: Record<string, () => Promise<unknown>>) => {
  for (const [what, act] of Object.entries(does)) {
    await nameStep(page, `${screen}: ${what}`)
    await act()
    await page.waitForTimeout(PAUSE_MS)
  }
}
const press = (page: Page, key: string) => page.keyboard.press(key)
const click = (
  page: Page,
  role: 'button' | 'link' | 'tab' | 'option' | 'combobox' | 'menuitem',
  name: string | RegExp,
) =>
  page
    .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()
const typeSlowly = async (page: Page, text: string) => page.keyboard.type(text, { delay: 60 })
/** Waits for the address that an act leads to, so that the next step is counted for the next screen on a slow machine, too. */
const leadsTo = async (page: Page, address: RegExp, act: Promise<unknown>) => {
  await act
  await expect(page).toHaveURL(address)
}
/** Presses a saved search, and waits until it shows as pressed, or not. */
const toggle = async (page: Page, search: string, isOn: boolean) => {
  await click(page, 'button', search)
  await expect(page.getByRole('button', { name: search, exact: true })).toHaveAttribute('aria-pressed', String(isOn))
}
const turnTo = async (page: Page, number: number) => {
  await click(page, 'link', `Page ${number}`)
  const link = page.getByRole('link', { name: `Page ${number}`, exact: true })
  await expect(link).toHaveAttribute('aria-current', 'page')
}
const cards = (page: Page) => page.getByRole('article')
const settled = (page: Page, list: string) =>
  expect(page.getByRole('list', { name: list })).toHaveAttribute('aria-busy', 'false')

const chooseTheme = (page: Page, theme: string) => ({
  [`open the themes (${theme})`]: () => click(page, 'button', /^Theme/),
  [`choose ${theme}`]: () => page.getByRole('menuitemradio', { name: theme }).click(),
})

const landing = (page: Page) =>
  steps(page, 'landing', {
    ...chooseTheme(page, 'Dark'),
    ...chooseTheme(page, 'Light'),
    'go to the email box': () => page.getByRole('textbox', { name: 'Email address' }).first().click(),
    'type three letters': () => typeSlowly(page, 'ada'),
    'get an invitation': () => click(page, 'button', 'Get an invitation'),
    'to the login': () => click(page, 'link', 'Log in'),
  })

const login = async (page: Page) => {
  await expect(page.getByLabel('Email')).toBeFocused()
  await steps(page, 'login', {
    'type three letters': () => typeSlowly(page, 'ada'),
    'forgot password': () => click(page, 'button', 'Forgot password?'),
    'back to the login': () => click(page, 'button', 'Back to login'),
    'show the password': () => click(page, 'button', 'Show what is typed'),
    'next testimonial': () => click(page, 'button', /^Testimonial 2/),
    'log in': () => signInAs(page, 'contributor'),
  })
}

const market = async (page: Page) => {
  await leadsTo(page, /\/market$/, click(page, 'link', 'Find Work'))
  await expect(cards(page).first()).toBeVisible()
  await steps(page, 'market', {
    'go to the search': () => page.getByRole('searchbox').click(),
    'type four letters': () => typeSlowly(page, 'data'),
    'search at once': () => leadsTo(page, /q=data$/, press(page, 'Enter')),
    'clear the search': () => leadsTo(page, /\/market$/, click(page, 'button', 'Clear search')),
  })
  await settled(page, 'Projects')
  await steps(page, 'market', {
    'open the levels': () => click(page, 'combobox', 'Skill level'),
    'next level': () => press(page, 'ArrowDown'),
    'close the levels': () => press(page, 'Escape'),
    'saved search on': () => toggle(page, 'React', true),
    'saved search off': () => toggle(page, 'React', false),
  })
  await settled(page, 'Projects')
  await steps(page, 'market', {
    'page 2': () => turnTo(page, 2),
    'page 3': () => turnTo(page, 3),
    'page 1': () => turnTo(page, 1),
    'open the profile menu': () => click(page, 'button', /^Profile menu/),
    'close the profile menu': () => press(page, 'Escape'),
  })
  await settled(page, 'Projects')
}

/** Opens the market's cards until one can be applied to in one press, then applies and withdraws. */
const dialog = async (page: Page) => {
  const apply = page.getByRole('button', { name: 'Apply', exact: true })
  for (let index = 0; ; index += 1) {
    await steps(page, 'dialog', {
      open: () =>
        cards(page)
          .nth(index)
          .click({ position: { x: 40, y: 90 } }),
    })
    await page.waitForURL(/\/project\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Checking...')).toBeHidden()
    // A project that asks something has no 'Add a letter': there Apply opens a sheet.
    if (await page.getByRole('button', { name: 'Add a letter' }).isVisible()) break
    await page.goBack()
    await settled(page, 'Projects')
  }
  const address = page.url()
  const similar = page.getByRole('region', { name: 'Similar Projects' }).getByRole('link').first()
  await steps(page, 'dialog', {
    apply: () => apply.click(),
    withdraw: () => click(page, 'button', 'Withdraw'),
  })
  await expect(apply).toBeEnabled()
  await steps(page, 'dialog', {
    'next control': () => press(page, 'Tab'),
    'a similar project': async () => {
      await similar.click()
      await page.waitForURL((url) => url.href !== address)
    },
    close: async () => {
      await click(page, 'button', 'Close')
      await page.waitForURL(address)
    },
    'close with Escape': () => leadsTo(page, /\/market$/, press(page, 'Escape')),
  })
  await expect(cards(page).first()).toBeVisible()
}

const myProjects = async (page: Page) => {
  await steps(page, 'My Projects', {
    open: () => leadsTo(page, /\/my-projects$/, click(page, 'link', 'My Projects')),
  })
  await expect(cards(page).first()).toBeVisible()
  await steps(page, 'My Projects', {
    'as a list': () => click(page, 'button', 'List'),
    'as a grid': () => click(page, 'button', 'Grid'),
    requests: () => click(page, 'tab', 'Requests'),
    'open the choice': () => click(page, 'combobox', 'Show'),
    'choose sent': () => click(page, 'option', 'Sent'),
    'active projects': () => click(page, 'tab', 'Active Projects'),
  })
}

const logOut = async (page: Page) => {
  await steps(page, 'log out', {
    'open the profile menu': () => click(page, 'button', /^Profile menu/),
    'log out': () => click(page, 'menuitem', 'Logout'),
    'to the login': () => click(page, 'link', 'Log in'),
  })
  await expect(page.getByLabel('Email')).toBeFocused()
  await steps(page, 'login again', { 'log in': () => signInAs(page, 'creator') })
}

const talent = async (page: Page) => {
  await steps(page, 'talent', {
    // The dashboard has cards and a search, too: who went on before the page is there would act on that page, and a search keeps it.
    open: () => leadsTo(page, /\/talent$/, click(page, 'link', 'Find Talent')),
  })
  await expect(cards(page).first()).toBeVisible()
  await steps(page, 'talent', {
    'go to the search': () => page.getByRole('searchbox').click(),
    'type four letters': () => typeSlowly(page, 'reac'),
    'clear with Escape': () => leadsTo(page, /\/talent$/, press(page, 'Escape')),
    'popular skill on': () => toggle(page, 'Full Stack', true),
    'popular skill off': () => toggle(page, 'Full Stack', false),
  })
  await settled(page, 'Talents')
  await steps(page, 'talent', {
    'open the levels': () => click(page, 'combobox', 'Skill level'),
    'choose a level': () =>
      leadsTo(page, /level=intermediate/, click(page, 'option', 'Intermediate · Bronze and Silver')),
  })
  await settled(page, 'Talents')
  await steps(page, 'talent', { 'page 2': () => turnTo(page, 2) })
  await settled(page, 'Talents')
  await steps(page, 'talent', { 'a profile': () => click(page, 'link', 'View Profile') })
}

const profile = async (page: Page) => {
  const hire = page.getByRole('button', { name: 'Hire Me' })
  await expect(hire).toBeVisible()
  await steps(page, 'profile', { 'open the invitation': () => hire.click() })
  const message = page.getByLabel('Message (optional)')
  await expect(message).toBeVisible()
  await steps(page, 'profile', {
    'send without a project': () => click(page, 'button', 'Send Invitation'),
    'open the projects': () => page.getByRole('dialog').getByRole('combobox').click(),
    'choose a project': () => page.getByRole('option').nth(1).click(),
    'another role': () => page.getByRole('radio', { name: /^Admin/ }).click(),
    'go to the message': () => message.click(),
    'type four letters': () => typeSlowly(page, 'Come'),
    cancel: () => click(page, 'button', 'Cancel'),
    discard: () => click(page, 'button', /^Discard/),
  })
}
