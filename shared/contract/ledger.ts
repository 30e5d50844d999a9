import { z } from 'zod'
import { enveloped, id, idOf, sentTime, time } from './common.ts'
import { endpoint, noun, serverMessageOr } from './endpoint.ts'

export const ENTRIES_PAGE_MAX = 200

export const entryKinds = [
  ...(['reserve', 'raise', 'release', 'due'] as const),
  ...(['settle', 'pay', 'void', 'missing', 'forgive'] as const),
] as const

const hundredths = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in hundredths of the currency.`, examples: [example] })

const person = z
  .object({
    id,
    username: z.string().meta({ description: 'Their username.', examples: ['ada'] }),
    name: z.string().meta({ description: 'Their full name, or empty.', examples: ['Ada Lovelace'] }),
  })
  .nullable()

export const ledgerEntry = z
  .object({
    id,
    kind: z.enum(entryKinds).meta({ description: 'What happened to the amount.', examples: ['due'] }),
    amountCents: hundredths('How much', 40000),
    currency: z.string().meta({ description: 'ISO 4217.', examples: ['USD'] }),
    from: z.string().meta({ description: 'The account that it left.', examples: ['budget'] }),
    to: z
      .string()
      .meta({ description: 'The account that it came to.', examples: ['paid:0199aa00-0000-7000-8000-000000000002'] }),
    taskID: id.nullable().meta({ description: 'The task that it is about, which may be gone; else null.' }),
    claimID: id.nullable().meta({ description: 'The claim that it is about, else null.' }),
    paymentID: id.nullable().meta({ description: 'The payment that it belongs to, else null.' }),
    person: person.meta({ description: 'Who is owed or was paid; null where it is about nobody.' }),
    createdAt: time,
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.output<typeof ledgerEntry>

const balances = z
  .object({
    budgetCents: z
      .number()
      .nullable()
      .meta({
        description: 'The budget in hundredths; null where it is not one number, and for others than owner and admin.',
        examples: [300000],
      }),
    reservedCents: hundredths('What open offers promise', 40000),
    dueCents: hundredths('What is owed', 10000),
    paidCents: hundredths('What was paid', 25000),
  })
  .meta({
    id: 'LedgerBalances',
    description: 'Sums in the currency of the project. Others than owner and admin read their own.',
  })

export const ledger = noun('What is promised, owed and paid in a project, entry by entry.', {
  list: endpoint({
    method: 'GET',
    path: '/projects/:id/ledger',
    summary: 'The entries of the ledger, newest first: all for owner and admin, their own for others.',
    policy: 'project.payee',
    scope: 'read',
    since: 'rewards',
    params: z.strictObject({ id: idOf('the project') }),
    query: z.strictObject({
      taskID: id.optional().meta({ description: 'Only entries about this task.' }),
      userID: id.optional().meta({ description: 'Only entries that name this person.' }),
      from: sentTime.optional().meta({ description: 'Only entries from then on.' }),
      to: sentTime.optional().meta({ description: 'Only entries before then.' }),
      cursor: z.string().max(200).optional().meta({ description: 'Where the page before this one ended.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(ENTRIES_PAGE_MAX)
        .default(50)
        .meta({ description: 'How many entries a page has.', examples: [50] }),
    }),
    response: enveloped(
      z.object({
        entries: z.array(ledgerEntry).meta({ description: 'The entries of this page.' }),
        balances,
        currency: z.string().meta({ description: 'The currency of the balances: ISO 4217.', examples: ['USD'] }),
      }),
    ).extend({
      nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null after the last one.' }),
    }),
    about: ['projectID', 'id'],
    failure: serverMessageOr('Failed to load the ledger'),
  }),
})
