import type { Page } from '@playwright/test'
import type { Call, Reply } from '#shared/api-client/index.ts'
import { toAccountType } from '#shared/rules/account.ts'

export type Account = { email: string; password: string }
type SignedIn = { accessToken: string; refreshToken: string; userID: string }
type Details = { data: { type: string } }
type Desktop = {
  guildhall: {
    api: { call: (request: Call & { callId: string }) => Promise<Reply> }
    settings: { set: (change: { theme: 'system' }) => Promise<unknown> }
  }
}

const ask = async <T>(url: string, init: RequestInit): Promise<T> => {
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** Writes what the app notes in sessionStorage when somebody has signed in and has come to the first screen. */
const note = (page: Page, type: string) =>
  page.evaluate((userType) => {
    sessionStorage.setItem('loginTime', String(Date.now()))
    sessionStorage.setItem('userType', userType)
    sessionStorage.setItem('lastUserTypeChange', String(Date.now()))
  }, toAccountType(type))

/** Any address of an origin gives access to its storage; this one is the lightest. */
const LIGHTEST = '/favicon.svg'

/**
 * Signs in without the login screen, for tests about something else: writes a session to local storage, where the web build finds it
 * when the next address is opened.
 */
export const enterWeb = async (page: Page, origin: string, { email, password }: Account) => {
  const { accessToken, refreshToken, userID } = await ask<SignedIn>(`${origin}/api/users/login`, {
    method: 'POST',
    body: JSON.stringify({ emailID: email, password }),
  })
  const { data } = await ask<Details>(`${origin}/api/users/details`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (page.url() !== `${origin}${LIGHTEST}`) await page.goto(`${origin}${LIGHTEST}`)
  await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), {
    accessToken,
    refreshToken,
    userID,
  })
  await note(page, data.type)
}

/**
 * Resets a page of the browser that another test has used, as if profile and page were new, but for the browser's cache. What a test adds
 * for good, such as a script for each document or a clock, stays: such a test asks for a new profile.
 */
export const leaveWeb = async (page: Page, origin: string, size: { width: number; height: number }) => {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of pageEvents) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(`${origin}${LIGHTEST}`)
  await page.evaluate(() => sessionStorage.clear())
  await context.clearCookies()
  await context.clearPermissions()
  const client = await context.newCDPSession(page)
  await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await client.send('Page.resetNavigationHistory')
  await client.detach()
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize(size)
  // A pointer that stays where the last test left it would hover over something of the next page.
  await page.mouse.move(0, 0)
}
/** The events of a page that tests listen to. */
const pageEvents = ['console', 'dialog', 'download', 'pageerror', 'request', 'response'] as const

/** Signs in on the desktop, over the bridge; the main process keeps the session. */
export const enterDesktop = async (page: Page, { email, password }: Account) => {
  const type = await page.evaluate(
    async (body) => {
      const { call } = (window as unknown as Desktop).guildhall.api
      const signedIn = await call({ operation: 'auth.login', input: { body }, callId: 'test-login' })
      if (!signedIn.ok) throw new Error(`auth.login answered ${signedIn.status}`)
      const details = await call({ operation: 'users.details', input: {}, callId: 'test-details' })
      if (!details.ok) throw new Error(`users.details answered ${details.status}`)
      return (details.data as Details).data.type
    },
    { emailID: email, password },
  )
  await note(page, type)
}

/**
 * Resets a desktop app that another test has used: nobody is signed in, and storage, theme and window size are as after a start. The
 * stand-in ends at the lightest address, the real program at the first screen.
 */
export const leaveDesktop = async (
  page: Page,
  size: { width: number; height: number },
  { isStandIn }: { isStandIn: boolean },
) => {
  await page.evaluate(async () => {
    const { api, settings } = (window as unknown as Desktop).guildhall
    await api.call({ operation: 'auth.logout', input: { body: { refreshToken: '' } }, callId: 'test-logout' })
    await settings.set({ theme: 'system' })
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (page.viewportSize()) await page.setViewportSize(size)
  // The first screen takes half a second of processor time, and most tests open another address at once.
  await page.goto(new URL(isStandIn ? LIGHTEST : '/', page.url()).href)
}
