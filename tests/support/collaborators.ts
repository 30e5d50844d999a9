import type { Payment, PaymentSummary, ProjectMember, ProjectRequest, ProjectRole } from '#shared/contract/index.ts'
import { host, ok } from './fake-platform.ts'
// The app loads this code when a screen is opened; the tests load it before the first test, whose time it would take.
import '#app/AppLayout.tsx'
import '#features/collaborators/analytics/AnalyticsPanel.tsx'
import '#features/collaborators/CollaboratorsTab.tsx'
import '#features/collaborators/members/InviteMemberDialog.tsx'
import '#features/collaborators/payments/PaymentsPanel.tsx'
import '#features/collaborators/requests/RequestsPanel.tsx'
import '#features/workspace/WorkspacePage.tsx'
import '#lib/api-client.ts'
import { memberOf, projectID, serveWorkspace, taskOf, viewerID, workspacePath } from './workspace.ts'

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const ada = uuid(101)
export const bela = uuid(102)

/** The viewer Grace, Ada and Béla: a team over the fake platform. */
export const teamOf = (role: ProjectRole): ProjectMember[] => [
  {
    ...memberOf(0, role),
    id: viewerID,
    userID: viewerID,
    username: 'grace',
    name: 'Grace Field',
    email: 'grace@example.org',
  },
  {
    ...memberOf(1, role === 'owner' ? 'admin' : 'owner'),
    username: 'ada',
    name: 'Ada Byron',
    email: 'ada@example.org',
  },
  { ...memberOf(2), username: 'bela', name: 'Béla Bartók', email: 'bela@music.test', status: 'Inactive' },
]

export const summaryOf = (extra: Partial<PaymentSummary> = {}): PaymentSummary => ({
  budgetCents: 300_000,
  paidCents: 125_050,
  remainingCents: 174_950,
  ...{ reservedCents: null, dueCents: null, lateCents: null, availableCents: null },
  currency: 'USD',
  otherCurrencies: [],
  people: [
    { userID: ada, username: 'ada', paidCents: 100_000 },
    { userID: bela, username: 'bela', paidCents: 25_050 },
  ],
  ...extra,
})

export const paymentOf = (number: number, extra: Partial<Payment> = {}): Payment => ({
  id: uuid(500 + number),
  projectID,
  userID: ada,
  username: 'ada',
  amountCents: number * 100,
  currency: 'USD',
  method: null,
  note: null,
  task: null,
  recordedByUsername: 'grace',
  recordedByName: 'Grace Hopper',
  createdAt: '2025-03-05T10:00:00.000Z',
  voidedAt: null,
  voidReason: null,
  confirmedAt: null,
  missingAt: null,
  missingText: null,
  ...extra,
})

export const requestOf = (number: number, extra: Partial<ProjectRequest> = {}): ProjectRequest => ({
  id: uuid(600 + number),
  userID: uuid(700 + number),
  username: `applicant-${number}`,
  name: '',
  email: `applicant-${number}@example.org`,
  status: 0,
  type: 'received',
  role: 'member',
  message: null,
  createdAt: '2025-03-05T10:00:00.000Z',
  updatedAt: null,
  answerBy: null,
  seenAt: null,
  prolonged: null,
  hasLetter: false,
  applicant: null,
  rejection: null,
  decision: null,
  reopenUntil: null,
  label: 'none',
  hasNotes: false,
  task: null,
  ...extra,
})

type Stage = {
  role?: ProjectRole
  members?: readonly ProjectMember[]
  summary?: Partial<PaymentSummary>
  payments?: readonly Payment[]
  received?: readonly unknown[]
  sent?: readonly unknown[]
}

export const ledger = (payments: readonly Payment[], summary: Partial<PaymentSummary> = {}) =>
  ok({
    data: payments,
    pagination: { page: 1, limit: 10, total: payments.length, totalPages: Math.ceil(payments.length / 10) },
    summary: summaryOf(summary),
  })

/** Lets the host answer every call of the collaborators tab. There are five tasks; Ada has completed two of her three. */
export const serveTeam = (stage: Stage = {}): void => {
  const { role = 'owner', payments = [], received = [], sent = [] } = stage
  const done = { assignedToID: ada, status: 4 }
  const tasks = [
    taskOf(1, done),
    taskOf(2, done),
    taskOf(3, { assignedToID: ada, status: 2 }),
    taskOf(4, { assignedToID: bela }),
    taskOf(5),
  ]
  serveWorkspace({ role, members: stage.members ?? teamOf(role), tasks })
  host.on('payments.list', ledger(payments, stage.summary))
  host.on('memberships.requests', ({ input }) =>
    ok({ data: (input.query as { type: string }).type === 'sent' ? sent : received }),
  )
}

export const collaboratorsPath = (search = '') => workspacePath('collaborators') + search
