import { disputeTables } from './dispute-tables.ts'
import { CHANCE, DERIVED, type PersonalTable } from './personal-table.ts'
import { ratingTables } from './rating-tables.ts'
import { reportTables } from './report-tables.ts'
import { webhookTables } from './webhook-tables.ts'

const ENTRY = [
  'id',
  'project_id',
  'task_id',
  'claim_id',
  'amount_cents',
  'currency',
  'kind',
  'payment_id',
  'created_at',
]
const STAYS = 'What was promised and owed has to stay as it was noted.'

/** The tables of offers, claims and the ledger, with those of rooms beside them. `about` is the condition for rows of tasks in a person's projects. */
export const rewardTables = (isOfTheirTask: string): Readonly<Record<string, PersonalTable>> => ({
  ...ratingTables,
  ...webhookTables,
  payer_dues: { without: DERIVED, stays: { columns: ['currency'], because: 'It is a word of ours.' } },
  offers: {
    lists: {
      offers: {
        where: 'made_by = :me',
        columns: [
          ...['task_id', 'project_id', 'amount_cents', 'currency', 'mode', 'takers', 'min_tier', 'skills'],
          ...['lease_days', 'review_days', 'pay_days', 'ai_rule', 'version', 'made_at', 'changed_at', 'closed_at'],
        ],
      },
    },
    without: 'Who closed an offer may be another person.',
    withoutColumns: ['made_by', 'closed_by'],
    stays: {
      columns: ['currency', 'mode', 'takers', 'min_tier', 'skills', 'ai_rule'],
      because: 'They are words of ours and names of skills.',
    },
  },
  claims: {
    lists: {
      claims: {
        where: 'user_id = :me',
        columns: [
          ...['id', 'project_id', 'task_id', 'kind', 'state', 'claimed_at', 'lease_until', 'first_hand_in_at'],
          ...['extended_at', 'ended_at', 'because', 'pay_by'],
          'reads_since',
          'own_comments',
          // The texts of the task are those of others.
          ['terms', "terms - '{title,description,doneWhen}'::text[]"],
        ],
      },
    },
    without: CHANCE,
    withoutColumns: [
      ...['user_id', 'idempotency_key', 'half_warned_at', 'last_warned_at', 'pay_half_reminded_at'],
      'pay_last_reminded_at',
    ],
    becomes: {
      where: 'user_id = :me',
      values: { idempotency_key: 'case when idempotency_key is not null then id::text end', own_comments: 'null' },
    },
    texts: ['terms', 'because', 'own_comments'],
    about: isOfTheirTask,
    stays: { columns: ['kind', 'state'], because: 'They are words of ours.' },
  },
  project_people: {
    // Nobody else learns whom a project vouches for or has blocked; that goes with the person.
    lists: {
      projectPeople: { where: 'marked_by = :me', columns: ['project_id', 'user_id', 'mark', 'marked_at'] },
    },
    without: 'It is who has done it.',
    withoutColumns: ['marked_by'],
    rowsGo: 'user_id = :me',
    stays: { columns: ['mark'], because: 'They are words of ours.' },
  },
  proposals: {
    lists: {
      proposals: {
        where: 'made_by = :me',
        columns: ['id', 'claim_id', 'side', 'amount_cents', 'text', 'state', 'created_at', 'ends_at', 'answered_at'],
      },
    },
    without: CHANCE,
    withoutColumns: ['made_by', 'answered_by', 'idempotency_key'],
    becomes: { where: 'made_by = :me', values: { idempotency_key: 'id::text' } },
    texts: ['text'],
    about: `claim_id in (select c.id from claims c where ${isOfTheirTask.replace('task_id', 'c.task_id')})`,
    stays: { columns: ['side', 'state'], because: 'They are words of ours.' },
  },
  ...disputeTables(isOfTheirTask),
  ...reportTables,
  ledger_entries: {
    lists: {
      entriesAboutMe: { where: 'user_id = :me', columns: ENTRY },
      // Of what others are owed and paid: the amounts between them and the person, who recorded them.
      entriesByMe: {
        where: `user_id is distinct from :me and payment_id in (
          select p.id from payments p join payment_recordings r on r.id = p.recording_id where r.recorded_by = :me)`,
        columns: ENTRY,
      },
    },
    without: 'The accounts follow from kind, task, claim and person.',
    withoutColumns: ['user_id', 'from_account', 'to_account', 'event_id'],
    stays: { columns: ['from_account', 'to_account', 'currency', 'kind'], because: STAYS },
  },
  ledger_balances: {
    without: DERIVED,
    stays: { columns: ['account', 'currency'], because: STAYS },
  },
})
