import { PROOF, SERVER, type PersonalTable } from './personal-table.ts'

/** The tables of what programs are sent of a project. */
export const webhookTables: Readonly<Record<string, PersonalTable>> = {
  webhooks: {
    lists: {
      webhooks: { where: 'made_by = :me', columns: ['id', 'project_id', 'target', 'kinds', 'state', 'made_at'] },
    },
    without: 'It is who made them, and the server’s own work.',
    withoutColumns: [
      ...['made_by', 'cursor_epoch', 'cursor_xid', 'cursor_id', 'tries', 'next_at', 'held_by', 'held_until'],
    ],
    stays: {
      columns: ['target', 'kinds', 'state'],
      because: 'They are names that the operator has given, and words of ours.',
    },
  },
  webhook_secrets: {
    without: PROOF,
    stays: { columns: ['sealed', 'key_id'], because: 'It is made by chance, for a project.' },
  },
  webhook_deliveries: {
    without: SERVER,
    stays: { columns: ['kind', 'answer'], because: 'They are words of ours.' },
  },
}
