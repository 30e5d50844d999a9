import type { PersonalTable } from './personal-table.ts'

/** The tables of disputes. `isOfTheirTask` is the condition for rows of tasks in a person's projects. */
export const disputeTables = (isOfTheirTask: string): Readonly<Record<string, PersonalTable>> => ({
  disputes: {
    lists: {
      disputes: {
        where: 'opened_by = :me',
        columns: [
          ...[
            'id',
            'claim_id',
            'side',
            'reason',
            'ask_cents',
            'most_cents',
            'state',
            'opened_at',
            'state_by',
            'rule_by',
          ],
          ...['ended_at', 'amount_cents', 'ruling'],
        ],
      },
      disputesRuledByMe: {
        where: "ended_by = :me and state = 'ruled'",
        columns: ['id', 'amount_cents', 'ruling', 'ended_at'],
      },
    },
    without: 'How far its clock is, and the dates that stood still; who ended it may be another person.',
    withoutColumns: [
      ...['opened_by', 'ended_by', 'half_reminded_at', 'last_reminded_at', 'lease_until', 'review_by', 'pay_by'],
    ],
    texts: ['ruling'],
    about: `claim_id in (select c.id from claims c where ${isOfTheirTask.replace('task_id', 'c.task_id')})`,
    stays: { columns: ['side', 'reason', 'state'], because: 'They are words of ours.' },
  },
  dispute_statements: {
    lists: {
      disputeStatements: {
        where: 'written_by = :me',
        columns: ['id', 'dispute_id', 'side', 'part', 'text', 'files', 'created_at'],
      },
    },
    without: 'It is who wrote it.',
    withoutColumns: ['written_by'],
    texts: ['text', 'files'],
    about: `dispute_id in (select d.id from disputes d join claims c on c.id = d.claim_id where ${isOfTheirTask.replace('task_id', 'c.task_id')})`,
    stays: { columns: ['side'], because: 'They are words of ours.' },
  },
  dispute_readings: {
    lists: { disputesReadByMe: { where: 'read_by = :me', columns: ['id', 'dispute_id', 'read_at'] } },
    without: 'It is who has read it.',
    withoutColumns: ['read_by'],
  },
})
