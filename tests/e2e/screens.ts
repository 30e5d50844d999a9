import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { adminScreens } from './admin-screens.ts'
import { dashboardScreens } from './dashboard-screens.ts'
import { bargainScreens } from './bargain-screens.ts'
import { collaboratorsScreens } from './collaborators-screens.ts'
import { doorsScreens } from './doors-screens.ts'
import { filesScreens } from './files-screens.ts'
import { peopleScreens } from './people-screens.ts'
import { inboxScreens } from './inbox-screens.ts'
import { lettersScreens } from './letters-screens.ts'
import { invite, mailedCode, newName } from './people.ts'
import { settingsScreens } from './settings-screens.ts'
import { tasksScreens } from './tasks-screens.ts'
import { workspaceScreens } from './workspace-screens.ts'

export type Role = 'admin' | 'creator' | 'contributor'
type Stage = { page: Page; network: FaultProxy; server: ServerProcess; open: (path: string) => Promise<void> }

/** One screen in one state: who sees it, and how to get there. Axe, the width checks and `npm run shots` look at each of these. */
export type ScreenState = {
  name: string
  as?: Role
  /** Brings the page into the state, and waits until all of it is painted. */
  show: (stage: Stage) => Promise<void>
}

const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { name }).first()).toBeVisible()

/** The ID of the first project of the market that `fits`. */
const projectID = async (server: ServerProcess, role: Role, fits: (project: { isApproved: boolean }) => boolean) => {
  const api = await server.api({ email: `${role}@guildhall.test`, password: 'guildhall-demo' })
  const { data } = await api.projects.openProjects({ query: { limit: 100 } })
  const found = data.find(fits)
  if (!found) throw new Error('the demo world has no such project')
  return found.id
}

/** The ID of the first open project to which the viewer has the access `status` (DLG-35 names the numbers; null is none). */
const projectWithStatus = async (server: ServerProcess, role: Role, status: number | null) => {
  const api = await server.api({ email: `${role}@guildhall.test`, password: 'guildhall-demo' })
  const { data } = await api.projects.openProjects({ query: { limit: 100 } })
  for (const { id } of data) {
    const check = await api.memberships.access({ params: { id } })
    if (check.data.status === status) return id
  }
  throw new Error(`the demo world has no open project of status ${String(status)}`)
}

const landing: ScreenState[] = [
  {
    name: 'landing',
    show: async ({ page, open }) => {
      await open('/')
      await expect(page.getByRole('button', { name: 'Request Access' }).first()).toBeVisible()
    },
  },
  {
    name: 'landing-subscribed',
    show: async ({ page, open }) => {
      await open('/')
      await page.getByLabel(/email/i).first().fill(`${newName()}@visitors.test`)
      await page.getByRole('button', { name: 'Request Access' }).first().click()
      await expect(
        page.getByText('Thankyou for subscribing').or(page.locator('input[value="Thankyou for subscribing"]')).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'landing-signed-in',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/')
      await expect(page.getByText('Go to dashboard').first()).toBeVisible()
    },
  },
]

const signIn: ScreenState[] = [
  {
    name: 'login',
    show: async ({ page, open }) => {
      await open('/login')
      await expect(page.getByLabel('Email')).toBeVisible()
      await expect(page.getByText('creator@guildhall.test')).toBeVisible()
    },
  },
  {
    name: 'login-refused',
    show: async ({ page, open }) => {
      await open('/login')
      await page.getByLabel('Email').fill(`${newName()}@nobody.test`)
      await page.getByLabel('Password', { exact: true }).fill('not-the-password')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByText('Invalid credentials')).toBeVisible()
    },
  },
  {
    name: 'login-second-step',
    show: async ({ page, open, network }) => {
      const challenge = { challenge: 'x', challengeEndsAt: new Date().toISOString(), userID: randomUUID() }
      network.fault({ path: /users\/login/, status: 200, body: challenge })
      network.fault({ path: /users\/two-step/, status: 422, body: { message: 'Invalid OTP', code: 'INVALID_OTP' } })
      await open('/login')
      await page.getByLabel('Email').fill('ada@example.org')
      await page.getByLabel('Password', { exact: true }).fill('a-good-password')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await page.getByLabel('Code').fill('123456')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByText('Invalid OTP')).toBeVisible()
    },
  },
  {
    name: 'forgot-password',
    show: async ({ page, open }) => {
      await open('/login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
    },
  },
  {
    name: 'forgot-password-sent',
    show: async ({ page, open }) => {
      await open('/login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email').fill(`${newName()}@nobody.test`)
      await page.getByRole('button', { name: 'Send reset link' }).click()
      await heading(page, 'Check your email')
    },
  },
  {
    name: 'register',
    show: async ({ page, open }) => {
      await open('/register')
      await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    },
  },
  {
    name: 'register-code',
    show: async ({ page, open, server }) => {
      const name = newName()
      const email = `${name}@people.test`
      await invite(server, email)
      await open(`/register?email=${encodeURIComponent(email)}`)
      await page.getByLabel('Username').fill(name)
      await page.getByLabel('Password', { exact: true }).fill('a-good-password')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expect(page.getByRole('button', { name: /^verify/i })).toBeVisible()
      await mailedCode(server, email)
    },
  },
  {
    name: 'reset-link-missing',
    show: async ({ page, open }) => {
      await open('/reset-password')
      await expect(page.getByText('Invalid reset link. Please request a new password reset.')).toBeVisible()
    },
  },
  {
    name: 'reset-link-invalid',
    show: async ({ page, open }) => {
      await open('/reset-password?token=nonsense&email=nobody%40nobody.test')
      await heading(page, 'Invalid Reset Link')
    },
  },
  {
    name: 'reset-form',
    show: async ({ page, open, server }) => {
      await open(await resetLink(server))
      await expect(page.getByLabel('New Password')).toBeVisible()
    },
  },
  { name: 'terms', show: async ({ page, open }) => void (await open('/terms'), await heading(page, /terms/i)) },
  { name: 'privacy', show: async ({ page, open }) => void (await open('/privacy'), await heading(page, /privacy/i)) },
]

/** Creates a person who asks for a new password, and returns the path of their reset link. */
const resetLink = async (server: ServerProcess): Promise<string> => {
  const { createNewPerson } = await import('./people.ts')
  const { email } = await createNewPerson(server)
  await (await server.api()).auth.forgotPassword({ body: { email } })
  for (let attempt = 0; attempt < 50; attempt += 1) {
    for (const mail of await server.mails(email)) {
      const path = /https?:\/\/[^/\s]+(\/reset-password\?\S+)/.exec(mail.text)?.[1]
      if (path) return path
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no reset link was mailed')
}

const market: ScreenState[] = [
  {
    name: 'market',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/market')
      await expect(
        page
          .getByRole('button', { name: /view details/i })
          .or(page.getByRole('link', { name: /view details/i }))
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'market-creator',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/market?q=react')
      await heading(page, 'Available Jobs')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    name: 'market-empty',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/market?q=zzqxzzqxzzqx')
      await expect(page.getByText('No projects found')).toBeVisible()
    },
  },
  {
    name: 'market-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /open-projects/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/market')
      await expect(page.getByText('Failed to load projects').first()).toBeVisible()
    },
  },
  {
    name: 'market-loading',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /open-projects/, delayMs: 20_000 })
      await open('/market')
      await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible()
    },
  },
]

const dialogState = (name: string, status: number | null, text: string | RegExp): ScreenState => ({
  name,
  as: 'contributor',
  show: async ({ page, open, server }) => {
    await open(`/project/${await projectWithStatus(server, 'contributor', status)}/dialog`)
    await expect(page.getByText(text).first()).toBeVisible()
  },
})

const dialog: ScreenState[] = [
  dialogState('dialog-apply', null, /^apply/i),
  dialogState('dialog-applied', 0, 'Applied'),
  dialogState('dialog-invited', 6, 'Accept'),
  {
    name: 'dialog-creator',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await projectID(server, 'creator', (project) => project.isApproved)}/dialog`)
      await expect(page.getByText('owner', { exact: false }).first()).toBeVisible()
    },
  },
  {
    name: 'dialog-long-words',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const api = await server.api({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
      const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
      const body = { title: word, description: word, skills: `${word}, CSS` }
      const { data } = await api.projects.create({ body })
      await api.projects.update({
        params: { id: data.id },
        body: { status: 1, client: word, detailedDescription: word },
      })
      await open(`/project/${data.id}/dialog`)
      await heading(page, word)
      // The project is deleted again, so that other screens find the market as it was.
      await api.projects.remove({ params: { id: data.id } })
    },
  },
  {
    name: 'dialog-not-found',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/project/01890000-0000-7000-8000-000000000000/dialog')
      await expect(page.getByText('Project not found').first()).toBeVisible()
    },
  },
]

const myProjects: ScreenState[] = [
  {
    name: 'my-projects',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/my-projects')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    name: 'my-projects-requests',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/my-projects#invited')
      await expect(page.getByRole('button', { name: 'Accept' }).first()).toBeVisible()
    },
  },
  {
    name: 'my-projects-empty',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/my-projects')
      await expect(page.getByText('No active projects')).toBeVisible()
    },
  },
  {
    name: 'my-projects-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/projects/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/my-projects')
      await expect(page.getByText('Error loading projects').first()).toBeVisible()
    },
  },
]

export const screens: readonly ScreenState[] = [
  ...landing,
  ...signIn,
  ...market,
  ...dialog,
  ...myProjects,
  ...lettersScreens,
  ...peopleScreens,
  ...tasksScreens,
  ...adminScreens,
  ...workspaceScreens,
  ...collaboratorsScreens,
  ...filesScreens,
  ...dashboardScreens,
  ...settingsScreens,
  ...inboxScreens,
  ...bargainScreens,
  ...doorsScreens,
]
