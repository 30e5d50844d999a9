import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { OwnWork, ProjectAccess, ProjectDetails } from '#shared/contract/index.ts'
import { collaboratorsPath, requestOf, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { applied, invited, none, project as open } from '#support/project-dialog.ts'
import { listedProject } from '#support/projects.ts'
import { pressTwice, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace, workspacePath } from '#support/workspace.ts'
import { paths } from '../lib/paths.ts'

configure({ asyncUtilTimeout: 20_000 })

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const dayOf = (iso: string) => {
  const time = new Date(iso)
  const year = time.getFullYear() === new Date().getFullYear() ? ({} as const) : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', ...year }).format(time)
}
const answers = { closed: 24, answered: 22, medianHours: 30 }
const busy = { answersWithinDays: 3, answers }

let capabilities: string[] = []
beforeEach(() => {
  capabilities = ['clock']
  host.userID = '01890000-0000-7000-8000-0000000000aa'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  host.on('capabilities.list', () => ok({ data: capabilities }))
})
afterEach(clearApp)

describe('the market', () => {
  const serve = () =>
    host.on(
      'projects.openProjects',
      ok({
        data: [
          listedProject(1, { role: null, isApproved: false, ...busy }),
          listedProject(2, { role: null, isApproved: false, answers: { ...answers, closed: 4 } }),
          listedProject(3, { role: null, isApproved: false, ...busy, applicationsPaused: true }),
        ],
        pagination: { page: 1, limit: 10, total: 3, totalPages: 1 },
      }),
    )
  const card = async (number: number) => (await screen.findByRole('article', { name: `Project ${number}` })).textContent

  test('[CLOCK-11] [CLOCK-12] [CLOCK-13] cards say how a project answers, that it is new, or that it takes nobody', async () => {
    serve()
    await renderApp('/market')
    await screen.findByText('Answers within 3 days · answered 92 % of 24')
    expect(await card(2)).toContain('New here')
    expect(await card(3)).toContain('Not taking applications right now')
    expect(await card(3)).not.toContain('Answers within')
  })

  test('[CAP-02] [CAP-03] of a host without a clock they say nothing of it', async () => {
    capabilities = ['inbox']
    serve()
    await renderApp('/market')
    for (const number of [1, 2, 3]) expect(await card(number)).not.toMatch(/Answers|New here|no applications/)
  })
})

describe('the project dialog', () => {
  const show = async (project: Partial<ProjectDetails>, access: ProjectAccess = none) => {
    host.on('projects.get', ok({ data: { ...open, ...project } }))
    host.on('projects.similar', ok({ data: [] }))
    host.on('memberships.access', ok({ data: access }))
    await renderApp(`/project/${open.id}/dialog`)
    return within(await screen.findByRole('group', { name: 'Your application' }))
  }

  test('[CLOCK-12] [CLOCK-13] it says how the project answers, and in which time', async () => {
    await show(busy)
    expect(await screen.findByText('Answers within 3 days · answered 92 % of 24')).toBeTruthy()
    expect(screen.getByText('Usually answers within 2 days')).toBeTruthy()
  })

  test('[CLOCK-11] a paused project says so, and Apply is disabled with that reason', async () => {
    const area = await show({ ...busy, applicationsPaused: true })
    const apply = await area.findByRole('button', { name: 'Apply' })
    expect((apply as HTMLButtonElement).disabled).toBe(true)
    const reason = document.getElementById(apply.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('This project isn’t taking applications right now.')
    expect(await screen.findByText('Not taking applications right now')).toBeTruthy()
  })

  test('[CLOCK-09] who applies just when a project is paused reads that, and not that they have applied', async () => {
    const area = await show(busy)
    host.on('projects.apply', () => {
      host.on('projects.get', ok({ data: { ...open, ...busy, applicationsPaused: true } }))
      return failedReply(409, 'CONFLICT', 'This project isn’t taking applications right now.')
    })
    await user.click(await area.findByRole('button', { name: 'Apply' }))
    expect(await area.findByText('This project isn’t taking applications right now.')).toBeTruthy()
    expect(screen.queryByText('Already Applied')).toBeNull()
  })

  test('[CLOCK-15] applicant and invited person read by when an answer is due', async () => {
    const answerBy = inHours(100)
    const area = await show({}, { ...applied, requestedAt: inHours(-50), answerBy })
    expect(await area.findByText(`Applied 2 days ago · answer by ${dayOf(answerBy)}`)).toBeTruthy()
    clearApp()
    host.on('capabilities.list', ok({ data: ['clock'] }))
    host.userID = '01890000-0000-7000-8000-0000000000aa'
    host.on('users.username', ok({ data: { username: 'ada' } }))
    const other = await show({}, { ...invited, requestedAt: inHours(-1), answerBy })
    expect(await other.findByText(`Invited today · answer by ${dayOf(answerBy)}`)).toBeTruthy()
  })

  test('[CAP-08] of a host without a clock the state stands alone', async () => {
    const area = await show({}, applied)
    expect((await area.findByText('Applied')).textContent).toBe('Applied')
    expect(area.queryByText(/answer by/)).toBeNull()
  })
})

describe('My Projects and My Work', () => {
  test('[CLOCK-15] [CLOCK-18] a sent request shows its dates, and why the project needs more time', async () => {
    const answerBy = inHours(200)
    const request = {
      ...{ id: requestOf(1).id, projectID: open.id, title: 'Harbour map', description: 'Words', skills: 'React' },
      ...{ kind: 'application', role: 'member', message: null, fromUsername: 'ada', fromName: '', status: 0 },
      ...{ createdAt: inHours(-50), updatedAt: inHours(-50), answerBy, seenAt: null },
      prolonged: { at: inHours(-1), reason: 'Our lead is away.' },
    }
    host.on('users.projects', ok({ data: [] }))
    host.on('users.requests', ({ input }) =>
      ok({ data: (input.query as { type: string }).type === 'sent' ? [request] : [] }),
    )
    await renderApp(paths.myRequests('sent'))
    expect(await screen.findByText(`Applied 2 days ago · answer by ${dayOf(answerBy)}`)).toBeTruthy()
    expect(screen.getByText('Seven more days to answer: Our lead is away.')).toBeTruthy()
  })

  test('[CLOCK-15] [CLOCK-16] what waits for an answer shows by when', async () => {
    capabilities = ['clock', 'work']
    const answerBy = inHours(200)
    const row = {
      ...{
        kind: 'application' as const,
        id: requestOf(1).id,
        project: { id: open.id, title: 'Harbour map' },
        task: null,
      },
      ...{
        person: null,
        isGuest: false,
        isDisputed: false,
        reasons: [],
        since: inHours(0),
        answerBy,
        openTask: null,
        by: null,
        money: null,
      },
    }
    const none = { rows: [], total: 0, projects: [], hasFailed: false }
    const work: OwnWork = {
      now: none,
      next: none,
      waiting: { ...none, rows: [row], total: 1 },
      waitingForMe: null,
      joined: [],
    }
    host.on('work.get', ok({ data: work }))
    await renderApp('/work')
    expect((await screen.findByText(/applied today/)).textContent).toBe(`applied today · answer by ${dayOf(answerBy)}`)
  })
})

describe('Requests of a project', () => {
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  const card = async (number: number) =>
    within(await screen.findByRole('article', { name: `Request of applicant-${number}` }))

  test('[CLOCK-16] owners see each answer date, the last day in words, and the nearest first if they choose', async () => {
    serveTeam({
      received: [
        requestOf(1, { answerBy: inHours(200) }),
        requestOf(2, { status: 1 }),
        requestOf(3, { answerBy: inHours(20) }),
        requestOf(4, { answerBy: inHours(90) }),
      ],
    })
    const { path } = await renderApp(collaboratorsPath('?view=requests'))
    expect((await card(1)).getByText(`Answer by ${dayOf(inHours(200))}`)).toBeTruthy()
    expect((await card(3)).getByText(/less than a day left/)).toBeTruthy()
    expect((await card(1)).queryByText(/less than a day/)).toBeNull()
    expect((await card(2)).queryByText(/Answer by/)).toBeNull()
    const order = (...numbers: number[]) => numbers.map((number) => `Request of applicant-${number}`)
    expect(names()).toEqual(order(1, 3, 4, 2))
    await user.click(screen.getByRole('switch', { name: 'Nearest answer date first' }))
    expect(names()).toEqual(order(3, 4, 1, 2))
    expect(path()).toBe(collaboratorsPath('?view=requests&by=answer'))
  })

  test('[CLOCK-08] more time is asked for once, with a reason, and a double press sends one call', async () => {
    serveTeam({ received: [requestOf(1, { answerBy: inHours(20) })] })
    host.on('requests.prolong', ok({ data: { answerBy: inHours(188) } }))
    await renderApp(collaboratorsPath('?view=requests'))
    await user.click((await card(1)).getByRole('button', { name: 'More time to answer applicant-1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'More time to answer?' }))
    const add = dialog.getByRole('button', { name: 'Add 7 Days' })
    await user.click(add)
    expect(await dialog.findByText('Please say why.')).toBeTruthy()
    expect(host.called('requests.prolong')).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Our lead is away. ')
    serveTeam({
      received: [requestOf(1, { answerBy: inHours(188), prolonged: { at: inHours(0), reason: 'Our lead is away.' } })],
    })
    pressTwice(add)
    expect(await screen.findByText('Seven more days to answer: Our lead is away.')).toBeTruthy()
    expect(host.called('requests.prolong').map(({ input }) => input)).toEqual([
      { params: { id: requestOf(1).id }, body: { reason: 'Our lead is away.' } },
    ])
    expect((await card(1)).queryByRole('button', { name: /More time/ })).toBeNull()
  })

  test('a refusal is shown in the dialog, which keeps the reason', async () => {
    serveTeam({ received: [requestOf(1, { answerBy: inHours(20) })] })
    host.on('requests.prolong', failedReply(409, 'CONFLICT', 'There is no open request any more. Please reload.'))
    await renderApp(collaboratorsPath('?view=requests'))
    await user.click((await card(1)).getByRole('button', { name: /More time/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Away.')
    await user.click(dialog.getByRole('button', { name: 'Add 7 Days' }))
    expect(await dialog.findByText('There is no open request any more. Please reload.')).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Reason/ }).value).toBe('Away.')
  })

  test('[CAP-03] from a host without a clock there is no date, no order by it and no button', async () => {
    serveTeam({ received: [requestOf(1)] })
    await renderApp(collaboratorsPath('?view=requests'))
    expect((await card(1)).queryByText(/Answer by/)).toBeNull()
    expect((await card(1)).queryByRole('button', { name: /More time/ })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

describe('Settings of a project', () => {
  const sent = () => host.called('projects.update').map(({ input }) => input.body)
  const region = async () => within(await screen.findByRole('region', { name: 'Requests' }))
  const show = async (role: 'owner' | 'admin' | 'member', project: Partial<ProjectDetails> = {}) => {
    serveWorkspace({ role, project })
    host.on('capabilities.list', () => ok({ data: capabilities }))
    await renderApp(workspacePath('settings'))
  }

  test.each(['owner', 'admin'] as const)(
    '[CLOCK-02] [CLOCK-09] %s chooses the days, pauses and goes on',
    async (role) => {
      await show(role)
      const card = await region()
      await user.click(card.getByRole('combobox', { name: 'Answers within' }))
      expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toHaveLength(28)
      await user.click(screen.getByRole('option', { name: '5 days' }))
      await waitFor(() => expect(sent()).toEqual([{ answersWithinDays: 5 }]))
      await user.click(await card.findByRole('button', { name: 'Pause Applications' }))
      await waitFor(() => expect(sent()).toEqual([{ answersWithinDays: 5 }, { applicationsPaused: true }]))
    },
  )

  test('[CLOCK-09] a paused project offers to go on', async () => {
    await show('owner', { applicationsPaused: true })
    const card = await region()
    await user.click(await card.findByRole('button', { name: 'Take Applications Again' }))
    await waitFor(() => expect(sent()).toEqual([{ applicationsPaused: false }]))
  })

  test('[CLOCK-02] [CAP-03] members do not choose, and at a host without a clock nobody does', async () => {
    await show('member')
    await screen.findByRole('region', { name: 'Project Information' })
    expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull()
    clearApp()
    capabilities = []
    await show('owner')
    await screen.findByRole('region', { name: 'Project Status' })
    expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull()
  })
})
