import { expect } from '@playwright/test'
import { plain, waitingAndFailed } from './bargain-screens.ts'
import type { ScreenState } from './screens.ts'

const at = '2026-11-05T10:00:00.000Z'
const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
type Network = Parameters<ScreenState['show']>[0]['network']
const serve = (network: Network, path: RegExp, body: object) =>
  network.fault({ method: 'GET', path, status: 200, body })

const reported = {
  ...{ kind: 'project', side: 'reported', createdAt: null, isLookedAt: true, about: 'Well map of the coast' },
  ...{ decision: 'hide', text: 'It shows where people live.', decidedAt: at, appealBy: '2036-11-19T10:00:00.000Z' },
  ...{ appealedAt: null, isGranted: null, finalText: null },
}
const own = {
  ...{ kind: 'task', side: 'reporter', createdAt: at, isLookedAt: false, about: null, decision: null, text: null },
  ...{ decidedAt: null, appealBy: null, appealedAt: null, isGranted: null, finalText: null },
}
const reports: ScreenState[] = [
  {
    name: 'reports',
    as: 'creator',
    show: async ({ page, open, network }) => {
      serve(network, /\/api\/reports(\?|$)/, {
        data: [
          { id: idOf(1), ...reported },
          { id: idOf(2), ...own },
        ],
      })
      await open('/reports')
      await expect(page.getByRole('heading', { name: 'Your project was hidden' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'What you have reported' })).toBeVisible()
    },
  },
  plain('reports-empty', 'contributor', '/reports', 'No reports'),
  ...waitingAndFailed('reports', 'contributor', {
    at: '/reports',
    path: /\/api\/reports(\?|$)/,
    text: 'Failed to load the reports',
  }),
  ...(['open', 'sent'] as const).map((state): ScreenState => ({
    name: `appeal-${state}`,
    show: async ({ page, open, network }) => {
      const end = state === 'sent' && { appealBy: null, appealedAt: at }
      const body = { data: { id: idOf(4), ...reported, kind: 'person', about: null, decision: 'suspend', ...end } }
      network.fault({ path: /reports\/appeal-link$/, status: 200, body })
      await open('/appeal?token=a.b')
      const shown = state === 'sent' ? page.getByText(/^You appealed on/) : page.getByRole('button', { name: 'Appeal' })
      await expect(shown).toBeVisible()
    },
  })),
  {
    name: 'appeal-ended',
    show: async ({ page, open }) => {
      await open('/appeal?token=a.b')
      await expect(page.getByText(/This link is not good any more/)).toBeVisible()
    },
  },
  {
    name: 'admin-reports-empty',
    as: 'admin',
    show: async ({ page, open, network }) => {
      serve(network, /\/api\/admin\/reports/, { data: [], nextCursor: null })
      await open('/founder/admin?tab=reports')
      await expect(page.getByText('What people report, and appeals, wait here for a decision.')).toBeVisible()
    },
  },
  ...waitingAndFailed('admin-reports', 'admin', {
    at: '/founder/admin?tab=reports',
    path: /\/api\/admin\/reports/,
    text: 'Failed to load the reports',
  }),
]

const webhook = { id: idOf(3), target: 'build', kinds: ['task.moved'], state: 'active', hasTarget: true, secrets: 2 }
const delivery = { kind: 'task.moved', isDelivered: true, answer: '200', tries: 1, sentAt: at }
const refused = { ...delivery, isDelivered: false, answer: 'It refused the connection.', tries: 3 }
/** The demo server names no targets, so the project's answers are served here. */
const openWebhooks = async ({ page, open, network, server }: Parameters<ScreenState['show']>[0]) => {
  const { data } = await (await server.api()).capabilities.list({})
  serve(network, /\/api\/capabilities/, { data: [...data, 'webhooks'] })
  const creator = await server.api({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
  const [project] = (await creator.projects.owned({ query: {} })).data
  await open(`/project/${project?.id}/settings#webhooks`)
  const card = page.getByRole('region', { name: 'Webhooks' })
  await card.scrollIntoViewIfNeeded()
  return card
}
const webhooks: ScreenState[] = [
  {
    name: 'settings-webhooks',
    as: 'creator',
    show: async (stage) => {
      const other = { ...webhook, id: idOf(4), target: 'chat', state: 'paused', secrets: 1 }
      serve(stage.network, /\/webhooks$/, {
        data: [webhook, other].map((one) => ({ ...one, madeAt: at })),
        targets: ['build', 'chat', 'ledger'],
      })
      serve(stage.network, /\/deliveries/, {
        data: [
          { id: idOf(5), ...delivery },
          { id: idOf(6), ...refused },
        ],
        nextCursor: null,
      })
      const card = await openWebhooks(stage)
      await card.getByRole('button', { name: 'Deliveries to build' }).click()
      await expect(card.getByText(/It refused the connection/)).toBeVisible()
    },
  },
  {
    name: 'settings-webhooks-error',
    as: 'creator',
    show: async (stage) => {
      stage.network.fault({ path: /\/webhooks$/, status: 500, body: { message: '', code: 'INTERNAL' } })
      const card = await openWebhooks(stage)
      await expect(card.getByText('Failed to load the webhooks')).toBeVisible()
    },
  },
]

const calendars: ScreenState[] = [
  {
    name: 'settings-calendar',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      serve(network, /\/api\/users\/calendar$/, { data: { createdAt: at, hideTitles: true } })
      await open('/settings/calendar')
      await expect(page.getByRole('button', { name: 'Remove the address' })).toBeVisible()
    },
  },
  ...waitingAndFailed('settings-calendar', 'contributor', {
    at: '/settings/calendar',
    path: /\/api\/users\/calendar$/,
    text: 'Failed to load your calendar',
  }),
]

/** Reports, webhooks and calendars, in their states. */
export const doorsScreens: readonly ScreenState[] = [...reports, ...webhooks, ...calendars]
